import type { NewPromotion } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { allows } from '../../access/gateway.ts';
import { listEnvironments } from '../../access/projects/environments.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { requireKnown } from '../../repositories/concealment.ts';
import { findRepository, listRepositories, type Repository } from '../../repositories/repositories.ts';

/**
 * Returns the target repositories: the visible local ones of the environment, or the included ones,
 * without the excluded ones. Throws `HttpError` 400 or 404.
 */
export async function targetsOf(caller: Caller, promotion: NewPromotion): Promise<Repository[]> {
  const {
    environment,
    included_repository_keys: included = [],
    excluded_repository_keys: excluded = [],
  } = promotion;
  const known = await listEnvironments();
  if (!known.some(({ name }) => name === environment)) {
    throw new HttpError(
      404,
      'ENVIRONMENT_NOT_FOUND',
      `Environment "${environment}" not found. Expected one of: ${known.map(({ name }) => name).join(', ')}`,
    );
  }
  for (const key of included) await checkIncluded(caller, key, environment);
  const targets: Repository[] = [];
  for (const repository of await listRepositories()) {
    const { key } = repository;
    if (!isOf(repository, environment) || excluded.includes(key)) continue;
    if (included.length > 0 ? included.includes(key) : await isVisible(caller, key)) targets.push(repository);
  }
  return targets;
}

function isOf({ type, environments }: Repository, environment: string): boolean {
  return type === 'local' && (environments?.includes(environment) ?? false);
}

async function isVisible(caller: Caller, repo: string): Promise<boolean> {
  return (await allows(caller, 'deploy', { repo })) || allows(caller, 'read', { repo });
}

async function checkIncluded(caller: Caller, key: string, environment: string): Promise<void> {
  await requireKnown(caller, key);
  const repository = await findRepository(key);
  if (repository && isOf(repository, environment)) return;
  throw new HttpError(
    400,
    'BAD_PROMOTION',
    `Invalid included repository "${key.slice(0, 64)}". Expected a local repository of the environment ${environment}: assign it on the page of the repository`,
  );
}
