import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { transaction } from '../database/db.ts';
import { removeFile } from '../files/files.ts';
import { useOf } from '../files/filesInUse.ts';
import { formatOf } from '../pipeline/Format.ts';
import { findRepository } from '../repositories/repositories.ts';
import { changeRefusal } from '../repositories/serving.ts';
import type { SelectedVersion } from './selection.ts';

/** Returns a user-facing reason why the version cannot be deleted; undefined if it can. */
export async function refusalOf(caller: Caller, version: SelectedVersion): Promise<string | undefined> {
  const { repo, files } = version;
  const repository = await findRepository(repo);
  if (!repository) return `Repository ${repo} not found`;
  const format = formatOf(repository.packageType);
  const caches = repository.type === 'remote';
  if (caches && !format?.plainFiles) return `${repo} only caches an upstream`;
  if (!format?.removeVersion && !format?.plainFiles) {
    return `${format?.displayName ?? repository.packageType} versions cannot be deleted individually`;
  }
  const refusal = await changeRefusal(caller, repository);
  if (refusal !== undefined) return refusal;
  for (const { path } of files) {
    const use = await useOf(repo, path);
    if (use !== undefined) return use;
  }
  for (const path of files.length ? files.map((file) => file.path) : [version.name]) {
    if (!(await allows(caller, 'delete', { repo, path })))
      return `You have no permission to delete ${path} from ${repo}`;
  }
  return undefined;
}

/** Deletes the version in its own transaction. Idempotent. */
export async function removeSelected({ type, name, version, repo, files }: SelectedVersion): Promise<void> {
  const repository = await findRepository(repo);
  const format = repository && formatOf(repository.packageType);
  const local = repository?.type === 'local';
  await transaction(async () => {
    if (local && format?.removeVersion) return format.removeVersion({ type, name, version, repo });
    const plain = format?.plainFiles;
    if (!plain) throw new Error(`${type} does not support the removal of a version`);
    const options = { owner: { name, version } };
    for (const { path } of files) if (await removeFile(repo, path, options)) await plain.unindex(repo, path);
  });
}
