import { formatOf } from '../pipeline/Format.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Why no file can be put there as it is; `undefined`: it can. */
export function deployRefusal({ key, type, packageType, options }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'remote') return `${key} caches an upstream and accepts no uploads`;
  if (!format?.plainFiles)
    return `${key} contains ${format?.displayName ?? packageType}. Publish to it with a client for ${format?.displayName ?? packageType}.`;
  if (type === 'virtual' && !options.defaultDeploymentRepo)
    return `${key} has no default deployment repository. Upload the file to a member.`;
  return undefined;
}

/** Why nothing can be removed there file by file; `undefined`: it can. */
export function removalRefusal({ key, type, packageType }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'virtual') return `${key} shows the content of its members. Delete it there.`;
  if (type === 'remote' || format?.plainFiles || format?.removeVersion) return undefined;
  return `${key} contains ${format?.displayName ?? packageType}, which cannot be deleted here. Use a client for ${format?.displayName ?? packageType}.`;
}
