import { allows, type Caller } from '../../access/gateway.ts';
import { findRepository, type Repository } from '../repositories/repositories.ts';

/** The local repository that what the caller deploys here goes to; undefined where he may deploy nothing. */
export async function deployTarget(caller: Caller, repository: Repository): Promise<Repository | undefined> {
  const target =
    repository.type === 'virtual'
      ? await findRepository(`${repository.options.defaultDeploymentRepo ?? ''}`)
      : repository;
  if (target?.type !== 'local' || !(await allows(caller, 'deploy', { repo: target.key }))) return undefined;
  if (target.options.adminDeployOnly === true && !(await allows(caller, 'admin', 'system'))) return undefined;
  return target;
}
