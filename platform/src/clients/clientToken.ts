import type { ClientToken, NpmToken } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { giveToken } from '../access/audit/record.ts';
import { authorise, callerOf, requireUser } from '../access/gateway.ts';
import { usualTokenSeconds } from '../access/tokenLifetime.ts';
import { tokenFor } from '../access/tokenRules.ts';
import { longestLife } from '../access/tokens.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { formatOf } from '../pipeline/Format.ts';
import { deployTarget } from '../repositories/deployTarget.ts';
import { requireRepository } from '../repositories/repositories.ts';

/** 90 days, in seconds. */
const usualLife = 90 * 86_400;
const request = Type.Object({
  repoKey: Type.String({ minLength: 1, maxLength: 64 }),
  expiresIn: Type.Optional(Type.Integer({ minimum: 1, maximum: longestLife })),
});
type Wanted = FastifyRequest<{ Body: Static<typeof request> }>;

/** Tokens for a client that is set up for one repository: less than all that its user may. */
export async function clientTokenRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof request> }>(
    '/ui/api/v1/ui/setMeUp/token',
    { schema: { body: request } },
    async (call, reply): Promise<ClientToken> => {
      reply.code(201).header('cache-control', 'no-store');
      return clientToken(call);
    },
  );

  for (const url of ['/ui/npm/token', '/ui/api/v1/ui/npm/token']) {
    app.post<{ Body: Static<typeof request> }>(url, { schema: { body: request } }, async (call, reply) => {
      const { repoKey } = call.body;
      const made = await clientToken(call, 'npm');
      const registry = `${ownOrigin(call)}/artifactory/api/npm/${repoKey}/`;
      const address = registry.replace(/^https?:/, '');
      const answer: NpmToken = {
        ...made,
        registry,
        npmrc: [`registry=${registry}`, `${address}:_authToken=${made.token}`],
      };
      return reply.code(201).header('cache-control', 'no-store').send(answer);
    });
  }
}

/** With what the caller may do in the repository; throws `HttpError` 400 when it holds another type than asked for. */
async function clientToken(call: Wanted, packageType?: string): Promise<ClientToken> {
  const caller = callerOf(call);
  requireUser(caller);
  const { repoKey, expiresIn = usualTokenSeconds(usualLife) } = call.body;
  await authorise(caller, 'read', { repo: repoKey });
  const repository = await requireRepository(repoKey);
  if (packageType !== undefined && repository.packageType !== packageType) {
    throw new HttpError(
      400,
      'NOT_NPM',
      `${repoKey} contains ${repository.packageType}, not ${packageType} packages`,
    );
  }
  const target = await deployTarget(caller, repository);
  const scope = [
    ...(target?.key === repoKey ? [] : [`repository:${repoKey}:read`]),
    ...(target ? [`repository:${target.key}:read,deploy,delete,annotate`] : []),
  ].join(' ');
  const name = formatOf(repository.packageType)?.displayName ?? repository.packageType;
  const issued = await giveToken(
    call,
    tokenFor(caller, { scope, expires_in: expiresIn, description: `${name}, for ${repoKey}` }),
  );
  return { tokenId: issued.id, token: issued.accessToken, expiresIn: issued.expiresIn, scope: issued.scope };
}
