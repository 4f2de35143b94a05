import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { callerOf, requireUser } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type AccessRule, ownApi } from '../../http/api/ownApi.ts';
import { claimsOf, type UserClaims } from './idToken.ts';
import { publicIdTokenKeys } from './idTokenKeys.ts';
import { KeySet, Metadata, metadataOf, oauth, UserInfo } from './oauthSchemas.ts';

const anyone: AccessRule = {
  name: 'everyone',
  description: 'Everyone, also without credentials.',
  allowsAnonymous: true,
};
const identityTokens: AccessRule = {
  name: 'identity tokens',
  description: 'Tokens with the scope `openid`.',
  check: (request) => requireUser(callerOf(request)),
};

/** Metadata of the authorization server, and OpenID Connect. */
export async function identityRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Application integrations', access: anyone });
  for (const [path, summary] of [
    ['oauth-authorization-server', 'Returns the metadata of the authorization server.'],
    ['openid-configuration', 'Returns the same metadata, where clients of OpenID Connect read it.'],
  ] as const) {
    api.get(
      `/.well-known/${path}`,
      { schema: { summary, response: { 200: Metadata } }, config: { open: true } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return metadataOf(request);
      },
    );
  }

  api.get(
    `${oauth}/keys`,
    {
      schema: { summary: 'Returns the public keys of ID tokens.', response: { 200: KeySet } },
      config: { open: true },
    },
    async (_request, reply) => {
      // Clients ask again when they find an ID token with an unknown key.
      reply.header('cache-control', 'public, max-age=300');
      return { keys: await publicIdTokenKeys(app.seal) };
    },
  );

  for (const method of ['get', 'post'] as const) {
    api[method](
      `${oauth}/userinfo`,
      {
        schema: {
          summary: 'Returns claims about the user of an access token, by its scopes.',
          response: { 200: UserInfo },
        },
        config: { access: identityTokens, errors: { 403: ['INSUFFICIENT_SCOPE'] } },
      },
      userInfo,
    );
  }
}

async function userInfo(request: FastifyRequest, reply: FastifyReply): Promise<UserClaims> {
  const caller: Caller = callerOf(request);
  reply.header('cache-control', 'no-store');
  const claims = caller.scopes?.includes('openid')
    ? await claimsOf(caller.userName, caller.scopes)
    : undefined;
  if (claims) return claims;
  reply.header('www-authenticate', 'Bearer error="insufficient_scope", scope="openid"');
  throw new HttpError(403, 'INSUFFICIENT_SCOPE', 'The call needs an access token with the scope openid');
}
