import type { FastifyRequest } from 'fastify';
import type { Action } from '../../access/Caller.ts';
import { allows, authorize, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findRepository, membersOf, type Repository } from '../../repositories/repositories.ts';
import { changeRefusal, pathRefusal, servingMembers } from '../../repositories/serving.ts';
import type { Named } from './dockerPath.ts';
import { dockerError } from './errors.ts';

/**
 * Error code for a token whose scope does not cover the request; the client then requests another
 * token.
 */
export const insufficientScope = 'insufficient_scope';

/** Scope required to list the catalog, the same as in the distribution project's registry. */
export const catalogScope = 'registry:catalog:*';

const actionNames = { read: 'pull', deploy: 'push', delete: 'delete' } as const;
type ImageAction = keyof typeof actionNames;

/**
 * The members of the repository in which the caller can read the image, in order. Throws
 * `HttpError` 401 or 403.
 */
export async function readableMembers(
  request: FastifyRequest,
  repository: Repository,
  image: string,
): Promise<Repository[]> {
  checkScope(request, 'read', { repo: repository.key, image });
  const caller = callerOf(request);
  if (await allows(caller, 'read', { repo: repository.key, path: image }))
    return servingMembers(repository, image);
  const readable = new Set<string>();
  if (repository.type === 'virtual') {
    for (const { key } of await membersOf(repository)) {
      if (await allows(caller, 'read', { repo: key, path: image })) readable.add(key);
    }
  }
  if (readable.size === 0) await authorize(caller, 'read', { repo: repository.key, path: image });
  return (await servingMembers(repository, image)).filter(({ key }) => readable.has(key));
}

/**
 * The local repository that a change goes to, after checking the caller's permission. Throws
 * `HttpError` 401, 403, or 405.
 */
export async function writable(
  request: FastifyRequest,
  repository: Repository,
  action: 'deploy' | 'delete',
  image: string,
): Promise<Repository> {
  checkScope(request, action, { repo: repository.key, image });
  const target = await writeTarget(repository);
  const caller = callerOf(request);
  await authorize(caller, action satisfies Action, { repo: target.key, path: image });
  const refusal =
    (await changeRefusal(caller, target)) ?? (action === 'deploy' ? pathRefusal(target, image) : undefined);
  if (refusal !== undefined) throw dockerError('DENIED', refusal);
  return target;
}

/**
 * The local repository behind a virtual one, for a client whose token was requested for a push. The
 * client skips blobs that it finds, so caches of other members must not count. Undefined for all
 * other clients.
 */
export async function pushedTo(
  request: FastifyRequest,
  repository: Repository,
  image: string,
): Promise<Repository | undefined> {
  if (repository.type !== 'virtual' || !isPush(request, repository, image)) return undefined;
  const key = repository.options.defaultDeploymentRepo;
  return typeof key === 'string' ? findRepository(key) : undefined;
}

/** Whether the client's token was requested for a push to the image. */
export function isPush(request: FastifyRequest, { key }: Repository, image: string): boolean {
  return request.dockerAccess !== undefined && hasScope(request, 'deploy', { repo: key, image });
}

async function writeTarget(repository: Repository): Promise<Repository> {
  if (repository.type === 'local') return repository;
  const { defaultDeploymentRepo: key } = repository.options;
  const target =
    repository.type === 'virtual' && typeof key === 'string' ? await findRepository(key) : undefined;
  if (target?.type === 'local') return target;
  const why =
    repository.type === 'virtual' ? 'it has no default deployment repository' : 'it caches an upstream';
  throw dockerError('UNSUPPORTED', `Repository ${repository.key} cannot be changed: ${why}`);
}

/**
 * Whether the caller can read the image, for a mount. Throws `HttpError` 401 for a token whose
 * scope does not include it, so that the client requests another token instead of uploading an
 * existing layer.
 */
export async function mayRead(request: FastifyRequest, named: Named): Promise<boolean> {
  if (!(await allows(callerOf(request), 'read', { repo: named.repo, path: named.image }))) return false;
  checkScope(request, 'read', named);
  return true;
}

/**
 * Throws `HttpError` 401 for a token that was not requested for the catalog: its scope names single
 * images.
 */
export function checkCatalogScope({ dockerAccess }: FastifyRequest): void {
  if (dockerAccess === undefined || dockerAccess.includes(catalogScope)) return;
  throw new HttpError(
    401,
    'UNAUTHORIZED',
    `The token's scope does not include the catalog. Request a token with the scope ${catalogScope}`,
    insufficientScope,
  );
}

function checkScope(request: FastifyRequest, action: ImageAction, named: Named): void {
  if (hasScope(request, action, named)) return;
  throw new HttpError(
    401,
    'UNAUTHORIZED',
    `The token's scope does not include ${actionNames[action]} on ${named.repo}/${named.image}. Request a token with that scope.`,
    insufficientScope,
  );
}

function hasScope({ dockerAccess }: FastifyRequest, action: ImageAction, { repo, image }: Named): boolean {
  if (dockerAccess === undefined) return true;
  const start = `repository:${repo}/${image}:`;
  return dockerAccess.some((scope) => {
    if (!scope.startsWith(start)) return false;
    const actions = scope.slice(start.length).split(',');
    return actions.includes(actionNames[action]) || actions.includes('*');
  });
}
