import type { Caller } from '../access/Caller.ts';
import { allows, authorise } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { assertCapacity } from '../storage/capacity.ts';
import { findRepository, type Repository } from './repositories.ts';

/**
 * The local repository that a change goes to, of a virtual one its default deployment repository, once the caller is known to be
 * allowed it. Throws `HttpError` 400 where nothing can be published, 401 or 403.
 */
export async function publishTarget(
  caller: Caller,
  repository: Repository,
  action: 'deploy' | 'delete',
  path: string,
): Promise<Repository> {
  const { key, type, options } = repository;
  const target =
    type === 'virtual' ? await findRepository(`${options.defaultDeploymentRepo ?? ''}`) : repository;
  if (target?.type !== 'local') {
    const why = type === 'virtual' ? 'it has no default deployment repository' : 'it caches an upstream';
    throw new HttpError(400, 'NOT_DEPLOYABLE', `Repository ${key} accepts no uploads: ${why}`);
  }
  await authorise(caller, action, { repo: target.key, path });
  if (target.options.adminDeployOnly === true && !(await allows(caller, 'admin', 'system'))) {
    throw new HttpError(403, 'FORBIDDEN', `Only administrators can change the content of ${target.key}`);
  }
  if (action === 'deploy') assertCapacity(target.key);
  return target;
}
