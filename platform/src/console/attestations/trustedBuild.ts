import type { PluginBuild, PluginTrustedBuild } from '@lading/contract/rest';
import { isCovered } from '../map/pluginName.ts';
import type { Build, CheckedBuild } from './Build.ts';

/** The build of a package as administrators see it; nothing if the package has no provenance. */
export function shownBuild(
  checked: CheckedBuild | undefined,
  specifier: string,
  trusted: readonly PluginTrustedBuild[] | undefined,
): { build?: PluginBuild } {
  if (!checked) return {};
  if ('problem' in checked) return { build: checked };
  const { build } = checked;
  const problem = whyNotTrusted(build, specifier, trusted ?? []);
  return { build: { ...build, ...(problem === undefined ? {} : { problem }) } };
}

/** Returns why a build is not one that administrators trust for the package. */
function whyNotTrusted(
  build: Build,
  specifier: string,
  trusted: readonly PluginTrustedBuild[],
): string | undefined {
  const made = trusted.filter((one) => isBuildOf(build, one));
  if (made.length === 0)
    return `The build that made it, ${buildText(build)}, is not among the trusted builds`;
  if (made.some(({ packages }) => packages.length === 0 || isCovered(packages, specifier))) return undefined;
  return `Builds of ${build.repository} are not trusted for ${specifier}`;
}

function isBuildOf(build: Build, { issuer, repository, workflow, ref }: PluginTrustedBuild): boolean {
  return (
    build.issuer === issuer &&
    build.repository === repository &&
    (workflow === undefined || build.workflow === workflow) &&
    (ref === undefined || (ref.endsWith('*') ? build.ref.startsWith(ref.slice(0, -1)) : build.ref === ref))
  );
}

function buildText({ repository, workflow, ref }: Pick<Build, 'repository' | 'workflow' | 'ref'>): string {
  return `${repository}, ${workflow}, ${ref}`;
}
