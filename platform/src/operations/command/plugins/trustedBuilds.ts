import type { PluginBuild, PluginPolicy, PluginTrustedBuild } from '@lading/contract/rest';
import { UsageError } from '../UsageError.ts';
import type { ChangeOnServer } from './callServer.ts';

const POLICY = '/policy';
/** Default issuer of the identity of builds. */
const GITHUB = 'https://token.actions.githubusercontent.com';

const OF_BUILD = ['issuer', 'workflow', 'ref'] as const;
const OF_SCOPE = ['package', 'all-packages'] as const;

/**
 * Throws `UsageError` for options of `trust` and `distrust` that would be ignored: the command
 * would trust, or no longer trust, more than they say.
 */
export function rejectUnused(name: 'trust' | 'distrust', values: Record<string, unknown>): void {
  const isOfKey = values.build === undefined;
  const unused = [...(isOfKey ? OF_BUILD : []), ...(name === 'distrust' ? OF_SCOPE : [])];
  const found = unused.find((option) => values[option] !== undefined);
  if (found === undefined) return;
  const what = isOfKey ? 'author keys' : 'builds';
  throw new UsageError(`--${found} has no effect with lading plugins ${name} for ${what}`);
}

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

/**
 * Removes the builds of a repository, or those of them with the given issuer, workflow, and ref.
 * Returns them, and the policy. Throws if there are none.
 */
export async function distrustBuilds(
  change: ChangeOnServer,
  { build: repository = '', ...options }: Record<string, unknown>,
): Promise<{ removed: string[]; policy: PluginPolicy }> {
  const given = OF_BUILD.filter((option) => options[option] !== undefined);
  let removed: string[] = [];
  const policy = await change<PluginPolicy>(POLICY, ({ builds = [], ...rest }) => {
    const isOwn = (one: PluginTrustedBuild) =>
      one.repository === repository && given.every((option) => one[option] === options[option]);
    const { own = [], others = [] } = Object.groupBy(builds, (one) => (isOwn(one) ? 'own' : 'others'));
    const wanted = [repository, ...given.map((option) => options[option])].join(', ');
    if (own.length === 0) throw new Error(`No build of ${wanted} is trusted`);
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
