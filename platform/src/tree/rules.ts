import { formatOf } from '../pipeline/Format.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Returns why the repository accepts no plain file uploads; `undefined` if it does. */
export function deployRefusal({ key, type, packageType, options }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'remote') return `${key} caches an upstream and accepts no uploads`;
  if (!format?.plainFiles)
    return `${key} contains ${format?.displayName ?? packageType}. Publish to it with a client for ${format?.displayName ?? packageType}.`;
  if (type === 'virtual' && !options.defaultDeploymentRepo)
    return `${key} has no default deployment repository. Upload the file to a member.`;
  return undefined;
}

/** Returns why files cannot be deleted individually there; `undefined` if they can. */
export function removalRefusal({ key, type, packageType }: Repository): string | undefined {
  const format = formatOf(packageType);
  if (type === 'virtual') return `${key} shows the content of its members. Delete it there.`;
  if (type === 'remote' || format?.plainFiles || format?.removeVersion) return undefined;
  return `${key} contains ${format?.displayName ?? packageType}, which cannot be deleted here. Use a client for ${format?.displayName ?? packageType}.`;
}
