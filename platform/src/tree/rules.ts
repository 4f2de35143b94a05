import { formatOf } from '../pipeline/Format.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Why no file can be put there as it is; `undefined`: it can. */
export function deployRefusal({ key, type, packageType, options }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'remote') return `${key} caches an upstream: nothing is put there`;
  if (!format?.plainFiles)
    return `${key} holds ${format?.displayName ?? packageType}: publish to it with a client of ${format?.displayName ?? packageType}`;
  if (type === 'virtual' && !options.defaultDeploymentRepo)
    return `${key} has no default deployment repository: put the file into one of its members`;
  return undefined;
}

/** Why nothing can be removed there file by file; `undefined`: it can. */
export function removalRefusal({ key, type, packageType }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'virtual') return `${key} shows what its members hold: delete it there`;
  if (type === 'remote' || format?.plainFiles || format?.removeVersion) return undefined;
  return `${key} holds ${format?.displayName ?? packageType}, of which nothing can be deleted here: use a client of ${format?.displayName ?? packageType}`;
}
