import type { Caller } from '../access/Caller.ts';
import { authorize } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { findRepository, type Repository } from './repositories.ts';
import { requireChangeable } from './serving.ts';

/**
 * Returns the local repository that receives a change: of a virtual one its default deployment
 * repository. Checks the caller's permission first. Throws `HttpError` 401, 403, or 400 if nothing
 * can be published.
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
  await authorize(caller, action, { repo: target.key, path });
  await requireChangeable(caller, target, action, path);
  return target;
}
