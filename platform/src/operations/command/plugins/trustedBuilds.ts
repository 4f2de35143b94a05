import type { PluginBuild, PluginPolicy, PluginTrustedBuild } from '@lading/contract/rest';
import type { ChangeOnServer } from './callServer.ts';

const POLICY = '/policy';
/** Who confirms the identity of builds, if nobody else is named. */
const GITHUB = 'https://token.actions.githubusercontent.com';

/** A build as options name it. The server checks the values. */
export function buildOf(
  { build = '', issuer = GITHUB, workflow, ref }: Record<string, unknown>,
  packages: string[],
): PluginTrustedBuild {
  const optional = { ...(workflow ? { workflow } : {}), ...(ref ? { ref } : {}) };
  return { issuer, repository: build, ...optional, packages } as PluginTrustedBuild;
}

/**
 * Adds a build. One that is already listed is trusted for the new packages instead. Returns what is
 * said about it.
 */
export async function trustBuild(change: ChangeOnServer, build: PluginTrustedBuild): Promise<string> {
  let before: PluginTrustedBuild | undefined;
  await change<PluginPolicy>(POLICY, ({ builds = [], ...policy }) => {
    const isSame = (one: PluginTrustedBuild) => nameOf(one) === nameOf(build);
    before = builds.find(isSame);
    return withBuilds(policy, [...builds.filter((one) => !isSame(one)), build]);
  });
  const instead = before ? `, instead of ${scopeText(before)}` : '';
  return `${nameOf(build)}: builds trusted for ${scopeText(build)}${instead}.`;
}

/** Removes all builds of a repository. Returns them, and the policy. Throws if there are none. */
export async function distrustBuilds(
  change: ChangeOnServer,
  repository: string,
): Promise<{ removed: string[]; policy: PluginPolicy }> {
  let removed: string[] = [];
  const policy = await change<PluginPolicy>(POLICY, ({ builds = [], ...rest }) => {
    const { own = [], others = [] } = Object.groupBy(builds, (one) =>
      one.repository === repository ? 'own' : 'others',
    );
    if (own.length === 0) throw new Error(`No build of ${repository} is trusted`);
    removed = own.map((one) => `Removed ${trustedText(one)}`);
    return withBuilds(rest, others);
  });
  return { removed, policy };
}

/** A line of the list of trusted keys and builds. */
export function trustedText(build: PluginTrustedBuild): string {
  return [`${nameOf(build)}:`, ...(build.packages.length > 0 ? build.packages : ['(all packages)'])].join(
    ' ',
  );
}

/** The build that made a version, or why its provenance is not valid. */
export function builtText({ repository, workflow, ref, commit, problem }: PluginBuild): string {
  const why = problem && problem.slice(0, 1).toLowerCase() + problem.slice(1);
  if (repository === undefined) return why ?? '';
  const built = `built by ${[repository, workflow, ref, commit].join(', ')}`;
  return why ? `${built} (not trusted)` : built;
}

/** Other fields of the policy stay as they are, because they are absent. */
function withBuilds(
  { packages, publishers, kinds }: PluginPolicy,
  builds: PluginTrustedBuild[],
): PluginPolicy {
  return { packages, publishers, kinds, builds };
}

function nameOf({ issuer, repository, workflow, ref }: PluginTrustedBuild): string {
  const parts = [repository, workflow, ref, ...(issuer === GITHUB ? [] : [issuer])];
  return parts.filter((part) => part !== undefined).join(', ');
}

function scopeText({ packages }: PluginTrustedBuild): string {
  return packages.length > 0 ? packages.join(', ') : 'all packages';
}
