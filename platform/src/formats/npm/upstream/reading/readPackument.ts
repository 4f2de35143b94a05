import { versionOfTarball } from '../../names.ts';
import type { PackumentForm } from '../../packument/localPackument.ts';
import { rewritePackument } from './rewritePackument.ts';
import { scanPackument } from './scanPackument.ts';
import type { UpstreamDist, UpstreamPackument } from './UpstreamPackument.ts';

/**
 * Parses an upstream's packument, skipping invalid parts. Undefined if it is not a packument of
 * this package; `none` if it has no versions, as registries return for an unpublished package.
 */
export function readPackument(
  body: Buffer,
  name: string,
  form: PackumentForm,
  base: string,
): UpstreamPackument | 'none' | undefined {
  return scanPackument(body, name, form, base) ?? rewritePackument(body.toString(), name, form, base);
}

export { timesIn } from './scanPackument.ts';

/**
 * The version that a tarball file name identifies, including nonstandard names that only the
 * upstream's packument lists.
 */
export function versionOfFile(
  name: string,
  file: string,
  dists: ReadonlyMap<string, UpstreamDist>,
): string | undefined {
  const usual = versionOfTarball(name, file);
  if (usual !== undefined && dists.has(usual)) return usual;
  for (const [version, { url }] of dists) if (url?.endsWith(`/${file}`)) return version;
  return undefined;
}
