import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { allows, callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import { findRepository, membersOf } from './repositories.ts';

/**
 * Hides repositories that the caller has no permission on: all routes return the same error as for
 * a missing repository, in the route's own error format. Register before the routes.
 */
export function concealRepositories(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function concealing(request, reply) {
      try {
        return await (handler as Handler).call(this, request, reply);
      } catch (error) {
        const key = repositoryOf(request, error);
        if (key === undefined) throw error;
        const told = await concealed(callerOf(request), key, error);
        // Checking permissions takes longer than finding no repository: hide the difference.
        if (told !== error) await delay(untilNextStep(reply.elapsedTime));
        throw told;
      }
    };
  });
}

/** Milliseconds: many times the difference in response time. */
const step = 5;

/**
 * Returns the milliseconds until a response may be sent whose timing must not reveal its reason.
 * Such responses are sent at multiples of `step` after their requests.
 */
export function untilNextStep(elapsed: number): number {
  return step - (elapsed % step);
}

type Handler = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Returns the repository that an error is about: named by the error or by the URL. */
function repositoryOf(request: FastifyRequest, error: unknown): string | undefined {
  if (error instanceof RepositoryError) return error.repository;
  // Sign-in errors are about credentials.
  if (!(error instanceof HttpError) || request.routeOptions.config.open) return undefined;
  const { repo } = (request.params ?? {}) as { repo?: unknown };
  const { repoKey } = (request.query ?? {}) as { repoKey?: unknown };
  return [repo, repoKey].find((key): key is string => typeof key === 'string');
}

async function concealed(caller: Caller, key: string, error: unknown): Promise<unknown> {
  // The owner of a token with limited scopes may know which scope is missing.
  const { scopes: _scopes, ...whole } = caller;
  if (await knows(whole, key)) return error;
  if (caller.kind === 'anonymous') {
    return new HttpError(
      401,
      'UNAUTHORIZED',
      `Sign in to continue. Anonymous users have no permission on repository ${key}.`,
    );
  }
  return new HttpError(
    404,
    'NOT_FOUND',
    `Repository ${key} not found, or user ${caller.userName} has no permission on it`,
  );
}

/**
 * Requires any permission in the repository. Throws the error for a missing repository otherwise.
 */
export async function requireKnown(caller: Caller, key: string): Promise<void> {
  if (!(await knows(caller, key)))
    throw new RepositoryError(404, 'NOT_FOUND', `Repository ${key} not found`, key);
}

/**
 * Like `requireKnown`, for requests that check permissions later: errors about other arguments must
 * not reveal which repositories exist. Token scopes don't count: the request itself reports a
 * missing scope.
 */
export async function requireVisibleRepository(caller: Caller, key: string): Promise<void> {
  const { scopes: _scopes, ...whole } = caller;
  await requireKnown(whole, key);
}

const actions = ['read', 'deploy', 'delete', 'annotate', 'manage'] as const;

/** Whether the caller has any permission there, or in a member of the repository. */
async function knows(caller: Caller, key: string): Promise<boolean> {
  const repository = await findRepository(key);
  const keys = repository ? [key, ...(await membersOf(repository)).map((member) => member.key)] : [key];
  for (const repo of new Set(keys)) {
    for (const action of actions) if (await allows(caller, action, { repo })) return true;
  }
  return false;
}
