import { versionOfTarball } from '../names.ts';
import type { PackumentForm } from '../packument/localPackument.ts';
import { rewritePackument } from './rewritePackument.ts';
import { scanPackument } from './scanPackument.ts';
import type { UpstreamDist, UpstreamPackument } from './UpstreamPackument.ts';

/**
 * Undefined when it is no packument of that package, `none` when it is one without versions, as registries show what was
 * unpublished. What in it does not hold by itself is left out.
 */
export function readPackument(
  body: Buffer,
  name: string,
  form: PackumentForm,
  base: string,
): UpstreamPackument | 'none' | undefined {
  return scanPackument(body, name, form, base) ?? rewritePackument(body.toString(), name, form, base);
}

/** The version that a file name stands for, also one that only the upstream's packument knows. */
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
