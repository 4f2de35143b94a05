import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { allows, callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import { findRepository, membersOf } from './repositories.ts';

/**
 * Keeps from callers which repositories there are that they may do nothing in: such a one is answered as one that is not there, by every
 * route, whatever form its errors have. Goes before the routes.
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
        // What there is to refuse takes longer to find than that there is nothing.
        if (told !== error) await delay(untilNextStep(reply.elapsedTime));
        throw told;
      }
    };
  });
}

/** In milliseconds: many times what the two differ by. */
const step = 5;

/** How long an answer waits that may not tell by its time why it was given: such answers leave at whole steps after their questions. */
export function untilNextStep(elapsed: number): number {
  return step - (elapsed % step);
}

type Handler = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Which repository an error tells of: the one that it names, or that the address does. */
function repositoryOf(request: FastifyRequest, error: unknown): string | undefined {
  if (error instanceof RepositoryError) return error.repository;
  // Whoever signs in is told about his credentials.
  if (!(error instanceof HttpError) || request.routeOptions.config.open) return undefined;
  const { repo } = (request.params ?? {}) as { repo?: unknown };
  const { repoKey } = (request.query ?? {}) as { repoKey?: unknown };
  return [repo, repoKey].find((key): key is string => typeof key === 'string');
}

async function concealed(caller: Caller, key: string, error: unknown): Promise<unknown> {
  // Whoever limited a token to less may hear what it lacks.
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

/** For calls that any right in the repository opens; throws what a repository that is not there is answered with. */
export async function requireKnown(caller: Caller, key: string): Promise<void> {
  if (!(await knows(caller, key)))
    throw new RepositoryError(404, 'NOT_FOUND', `Repository ${key} not found`, key);
}

/**
 * The same before a call checks permissions of its own, so that errors about its other arguments don't reveal which repositories exist. A
 * token's scopes don't count: the call itself reports a scope that is missing.
 */
export async function requireVisibleRepository(caller: Caller, key: string): Promise<void> {
  const { scopes: _scopes, ...whole } = caller;
  await requireKnown(whole, key);
}

const actions = ['read', 'deploy', 'delete', 'annotate', 'manage'] as const;

/** Whether the caller may do anything there, or in a repository behind it. */
async function knows(caller: Caller, key: string): Promise<boolean> {
  const repository = await findRepository(key);
  const keys = repository ? [key, ...(await membersOf(repository)).map((member) => member.key)] : [key];
  for (const repo of new Set(keys)) {
    for (const action of actions) if (await allows(caller, action, { repo })) return true;
  }
  return false;
}
