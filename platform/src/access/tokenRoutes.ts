import type { IssuedTokenAnswer, TokenList, TokenSummary } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { audit } from './audit/audit.ts';
import { giveToken, recordToken } from './audit/record.ts';
import { callerOf, requireUser } from './gateway.ts';
import { originOf } from './origin.ts';
import { requireFreshSession } from './profile/reauthentication.ts';
import { isUnlimited, readScope } from './scopes.ts';
import { maxTokenSeconds } from './tokenLifetime.ts';
import { actsAsAdministrator, requireUnlimited, tokenFor } from './tokenRules.ts';
import { type IssuedToken, listTokens, refreshToken, revokeToken, type TokenRow } from './tokens.ts';
import { findUser, normalName } from './users.ts';

const request = Type.Object({
  grant_type: Type.Optional(Type.Union([Type.Literal('client_credentials'), Type.Literal('refresh_token')])),
  refresh_token: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String({ maxLength: 2000 })),
  expires_in: Type.Optional(Type.Integer({ minimum: 0 })),
  refreshable: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
});
const ofUser = Type.Object({ username: Type.Optional(Type.String({ maxLength: 256 })) });
const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** Access tokens, under `/access/api/v1/tokens`: everyone his own, administrators everyone's or those of one user. */
export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof request> | null }>(
    '/',
    { schema: { body: Type.Union([request, Type.Null()]) } },
    async (call) => {
      const wanted = call.body ?? {};
      const caller = callerOf(call);
      if (wanted.grant_type === 'refresh_token') {
        if (wanted.refresh_token === undefined)
          throw new HttpError(400, 'NO_REFRESH_TOKEN', 'refresh_token is missing');
        const { userName, ...refreshed } = await refreshToken(wanted.refresh_token);
        await recordToken(call, userName, refreshed, 'Another in the place of one that was shown');
        return tokenAnswer(refreshed);
      }
      requireUser(caller);
      const token = tokenFor(caller, wanted);
      if (!(await findUser(token.userName))) {
        throw new HttpError(404, 'USER_NOT_FOUND', `There is no user ${token.userName}`);
      }
      if (isUnlimited(readScope(token.scope))) await requireFreshSession(call);
      return tokenAnswer(await giveToken(call, token));
    },
  );

  app.get<{ Querystring: Static<typeof ofUser> }>('/', { schema: { querystring: ofUser } }, async (call) => {
    const caller = callerOf(call);
    requireUser(caller);
    requireUnlimited(caller);
    const own = actsAsAdministrator(caller) ? undefined : caller.userName;
    const { username } = call.query;
    const wanted = username === undefined ? own : normalName(username);
    if (own !== undefined && wanted !== own) {
      throw new HttpError(403, 'FORBIDDEN', 'Only administrators see the tokens of others');
    }
    const tokens: TokenSummary[] = (await listTokens(wanted)).map(summary);
    const max = maxTokenSeconds();
    return { tokens, ...(max === undefined ? {} : { max_expires_in: max }) } satisfies TokenList;
  });

  app.delete<{ Params: Static<typeof byId> }>('/:id', { schema: { params: byId } }, async (call) => {
    const caller = callerOf(call);
    requireUser(caller);
    requireUnlimited(caller);
    const { id } = call.params;
    if (await revokeToken(id, actsAsAdministrator(caller) ? undefined : caller.userName)) {
      await audit(originOf(call), { event: 'token-revoked', by: caller.userName, detail: `Token ${id}` });
      return {};
    }
    throw new HttpError(404, 'TOKEN_NOT_FOUND', `There is no token ${id} that you may revoke`);
  });
}

export function tokenAnswer({
  id,
  accessToken,
  refreshToken: refresh,
  expiresIn,
  scope,
}: IssuedToken): IssuedTokenAnswer {
  return {
    token_id: id,
    access_token: accessToken,
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    expires_in: expiresIn,
    scope,
    token_type: 'Bearer',
  };
}

function summary(token: TokenRow): TokenSummary {
  return {
    token_id: token.id,
    subject: token.userName,
    scope: token.scope,
    description: token.description,
    issued_at: seconds(token.created),
    ...(token.expires ? { expiry: seconds(token.expires) } : {}),
    ...(token.lastUsed ? { last_used: seconds(token.lastUsed) } : {}),
    refreshable: token.refreshable,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
