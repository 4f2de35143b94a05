import {
  IssuedTokenAnswer,
  NewToken,
  oneOf,
  RevokedTokens,
  RevokeTokens,
  TokenList,
  type TokenSummary,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type AccessRule, ownApi } from '../../http/api/ownApi.ts';
import { usersThemselves } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { issueAndRecordToken, recordToken } from '../audit/record.ts';
import { callerOf, requireUser } from '../gateway.ts';
import { pageQuery } from '../lists/paging.ts';
import { originOf } from '../origin.ts';
import { requireFreshSession } from '../profile/reauthentication.ts';
import { findUser, normalName } from '../users.ts';
import { isUnlimited, readScope } from './scopes.ts';
import { maxTokenSeconds } from './tokenLifetime.ts';
import { readTokens, tokenKinds, tokenOrders, tokenStates, tokenUses } from './tokenList.ts';
import { actsAsAdministrator, tokenFor } from './tokenRules.ts';
import { type IssuedToken, refreshToken, revokeTokens, type TokenRow } from './tokens.ts';

const tokenIssuing: AccessRule = {
  name: 'users',
  description: 'Signed-in users. A refresh token needs no other credentials.',
  allowsAnonymous: true,
};
const ofUser = Type.Object({
  ...pageQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words, each of which a user name, description, scope, or ID contains.',
    }),
  ),
  state: Type.Optional(
    oneOf(tokenStates, { description: '`soon`: expires within 7 days. `active`: later, or never.' }),
  ),
  scope: Type.Optional(oneOf(tokenKinds)),
  use: Type.Optional(
    oneOf(tokenUses, {
      description: '`unused`: never. `idle`: not for 90 days. `forever`: never expires.',
    }),
  ),
  sort_by: Type.Optional(oneOf(tokenOrders)),
  descending_order: Type.Optional(Type.Boolean({ description: 'Default: true for `created`.' })),
  username: Type.Optional(Type.String({ maxLength: 256 })),
  refreshable: Type.Optional(
    Type.Boolean({ description: 'Includes expired tokens that can still be refreshed.' }),
  ),
});
const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

/**
 * Adds the access token routes under `/access/api/v1/tokens`. Users manage their own tokens,
 * administrators those of all users.
 */
export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens', access: usersThemselves });

  api.post(
    '/',
    {
      schema: {
        summary: 'Creates an access token, or exchanges a refresh token for another access token.',
        body: Type.Union([NewToken, Type.Null()]),
        response: { 200: IssuedTokenAnswer },
      },
      config: {
        // A refresh token is itself a credential.
        access: tokenIssuing,
        errors: { 400: ['NO_REFRESH_TOKEN', 'BAD_SCOPE'], 404: ['USER_NOT_FOUND'] },
      },
    },
    async (call) => {
      const wanted = call.body ?? {};
      const caller = callerOf(call);
      if (wanted.grant_type === 'refresh_token') {
        if (wanted.refresh_token === undefined)
          throw new HttpError(400, 'NO_REFRESH_TOKEN', 'refresh_token is missing');
        const { userName, ...refreshed } = await refreshToken(wanted.refresh_token);
        await recordToken(call, userName, refreshed, 'Issued for a refresh token');
        return tokenAnswer(refreshed);
      }
      requireUser(caller);
      const token = tokenFor(caller, wanted);
      if (!(await findUser(token.userName))) {
        throw new HttpError(404, 'USER_NOT_FOUND', `User ${token.userName} not found`);
      }
      if (isUnlimited(readScope(token.scope))) await requireFreshSession(call);
      return tokenAnswer(await issueAndRecordToken(call, token));
    },
  );

  api.get(
    '/',
    {
      schema: {
        summary: "Lists the caller's access tokens, for administrators those of all users.",
        querystring: ofUser,
        response: { 200: TokenList },
      },
    },
    async (call): Promise<TokenList> => {
      const caller = callerOf(call);
      const own = actsAsAdministrator(caller) ? undefined : caller.userName;
      const { username, ...query } = call.query;
      const wanted = username === undefined ? own : normalName(username);
      if (own !== undefined && wanted !== own) {
        throw new HttpError(403, 'FORBIDDEN', 'Only administrators can list the tokens of other users');
      }
      const { rows, cursor } = await readTokens({ ...query, userName: wanted });
      const max = maxTokenSeconds();
      return {
        tokens: rows.map(summary),
        ...(cursor === undefined ? {} : { cursor }),
        ...(max === undefined ? {} : { max_expires_in: max }),
      };
    },
  );

  api.post(
    '/revoke',
    {
      schema: {
        summary: 'Revokes access tokens of the caller, for administrators those of all users.',
        body: RevokeTokens,
        response: { 200: RevokedTokens },
      },
    },
    async (call): Promise<RevokedTokens> => ({ revoked: await revoke(call, call.body.token_ids) }),
  );

  api.delete(
    '/:id',
    {
      schema: {
        summary: 'Revokes an access token.',
        params: byId,
        response: { 200: Type.Object({}, { description: 'An empty object.' }) },
      },
      config: { errors: { 404: ['TOKEN_NOT_FOUND'] } },
    },
    async (call) => {
      const { id } = call.params;
      if ((await revoke(call, [id])) > 0) return {};
      throw new HttpError(
        404,
        'TOKEN_NOT_FOUND',
        `Token ${id} not found, or you have no permission to revoke it`,
      );
    },
  );
}

/** Revokes those of the tokens that the caller has permission to revoke. Returns their number. */
async function revoke(call: FastifyRequest, ids: readonly string[]): Promise<number> {
  const caller = callerOf(call);
  return transaction(async () => {
    const revoked = await revokeTokens(ids, actsAsAdministrator(caller) ? undefined : caller.userName);
    for (const { id, userName, description, scope } of revoked) {
      const detail = `${description || 'No description'}: ${scope} (token ${id})`;
      await audit(originOf(call), { event: 'token-revoked', user: userName, by: caller.userName, detail });
    }
    return revoked.length;
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
