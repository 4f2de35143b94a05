import { ClientToken, ClientTokenRequest, ClientTokenUse, NpmToken } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInUsers } from '../access/accessRules.ts';
import { issueAndRecordToken } from '../access/audit/record.ts';
import { authorize, callerOf } from '../access/gateway.ts';
import { usualTokenSeconds } from '../access/tokens/tokenLifetime.ts';
import { tokenFor } from '../access/tokens/tokenRules.ts';
import { findToken } from '../access/tokens/tokens.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { formatOf } from '../pipeline/Format.ts';
import { deployTarget } from '../repositories/deployTarget.ts';
import { requireRepository } from '../repositories/repositories.ts';

/** Default lifetime of 90 days, in seconds. */
const defaultLifetime = 90 * 86_400;

/** Tokens for a client of one repository, with limited scope. */
export async function clientTokenRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens', access: signedInUsers });

  api.post(
    '/ui/api/v1/ui/setMeUp/token',
    {
      schema: {
        summary: 'Creates a token for a client of one repository.',
        body: ClientTokenRequest,
        response: { 201: ClientToken },
      },
      config: { errors: { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] } },
    },
    async (call, reply) => {
      reply.header('cache-control', 'no-store');
      return clientToken(call, call.body);
    },
  );

  api.get(
    '/ui/api/v1/ui/setMeUp/token/:id',
    {
      schema: {
        summary: 'Returns when a client last used a token of the caller.',
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 200: ClientTokenUse },
      },
      config: { errors: { 404: ['TOKEN_NOT_FOUND'] } },
    },
    async (call, reply): Promise<ClientTokenUse> => {
      reply.header('cache-control', 'no-store');
      const { id } = call.params;
      const token = await findToken(id, callerOf(call).userName);
      if (!token) throw new HttpError(404, 'TOKEN_NOT_FOUND', 'The token was revoked or has expired');
      return { tokenId: id, ...(token.lastUsed ? { lastUsed: token.lastUsed.toISOString() } : {}) };
    },
  );

  for (const url of ['/ui/npm/token', '/ui/api/v1/ui/npm/token'])
    api.post(
      url,
      {
        schema: {
          summary: 'Creates a token for an npm client of one repository.',
          body: ClientTokenRequest,
          response: { 201: NpmToken },
        },
        config: { errors: { 400: ['NOT_NPM'], 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] } },
      },
      async (call, reply) => {
        const { repoKey } = call.body;
        const made = await clientToken(call, call.body, 'npm');
        const registry = `${ownOrigin(call)}/artifactory/api/npm/${repoKey}/`;
        const address = registry.replace(/^https?:/, '');
        const npmrc = [`registry=${registry}`, `${address}:_authToken=${made.token}`];
        reply.header('cache-control', 'no-store');
        return { ...made, registry, npmrc };
      },
    );
}

/**
 * Creates a token with the caller's permissions in the repository. Throws `HttpError` 400 if its
 * package type differs from the requested one.
 */
async function clientToken(
  call: FastifyRequest,
  { repoKey, expiresIn = usualTokenSeconds(defaultLifetime) }: ClientTokenRequest,
  packageType?: string,
): Promise<ClientToken> {
  const caller = callerOf(call);
  await authorize(caller, 'read', { repo: repoKey });
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
  const issued = await issueAndRecordToken(
    call,
    tokenFor(caller, { scope, expires_in: expiresIn, description: `${name}, for ${repoKey}` }),
  );
  return { tokenId: issued.id, token: issued.accessToken, expiresIn: issued.expiresIn, scope: issued.scope };
}
