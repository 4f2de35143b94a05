import type { Caller } from '../access/Caller.ts';
import { allows, rightsOf } from '../access/gateway.ts';
import { listRepositories, type Repository } from './repositories.ts';

/**
 * Returns the local repository that receives the caller's uploads; undefined without permission.
 */
export async function deployTarget(caller: Caller, repository: Repository): Promise<Repository | undefined> {
  return (await deployTargets(caller))(repository);
}

/** Like `deployTarget`, for many repositories: the returned function is synchronous. */
export async function deployTargets(
  caller: Caller,
): Promise<(repository: Repository) => Repository | undefined> {
  const rights = await rightsOf(caller, 'deploy');
  const administers = await allows(caller, 'admin', 'system');
  const all = new Map((await listRepositories()).map((repository) => [repository.key, repository]));
  return (repository) => {
    const { type, options } = repository;
    const target = type === 'virtual' ? all.get(`${options.defaultDeploymentRepo ?? ''}`) : repository;
    if (target?.type !== 'local' || !rights.somewhere(target)) return undefined;
    const { adminDeployOnly, blackedOut, readOnly } = target.options;
    if (blackedOut === true || readOnly === true) return undefined;
    return adminDeployOnly === true && !administers ? undefined : target;
  };
}
