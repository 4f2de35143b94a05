import type { Caller } from '../access/Caller.ts';
import { authorize } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { findRepository, type Repository } from '../repositories/repositories.ts';
import { type Change, requireChangeable } from '../repositories/serving.ts';
import { formatOf } from './Format.ts';

/** Whether files of the format are uploaded and downloaded individually. */
export function takesPlainFiles(packageType: string): boolean {
  return formatOf(packageType)?.plainFiles !== undefined;
}

/**
 * Returns the local repository for uploads of plain files. Throws `HttpError` 400 without one.
 */
export async function writeTarget(repository: Repository): Promise<Repository> {
  const { key, packageType } = repository;
  if (!takesPlainFiles(packageType)) {
    throw new HttpError(
      400,
      'NOT_DEPLOYABLE',
      `${key} contains ${packageType}. Publish to it with a client for ${packageType}, or upload plain files to a generic repository.`,
    );
  }
  const target =
    repository.type === 'virtual'
      ? await findRepository(`${repository.options.defaultDeploymentRepo}`)
      : repository;
  if (target?.type === 'local') return target;
  const why =
    repository.type === 'virtual' ? 'it has no default deployment repository' : 'it caches an upstream';
  throw new HttpError(400, 'NOT_DEPLOYABLE', `Repository ${key} accepts no uploads: ${why}`);
}

/** Throws `HttpError` 401 or 403 unless the caller has permission for the action on the path. */
export async function authorizeWrite(
  caller: Caller,
  action: Change,
  repository: Repository,
  path: string,
): Promise<void> {
  const { key } = repository;
  await authorize(caller, action, { repo: key, path });
  await requireChangeable(caller, repository, action, path);
}
