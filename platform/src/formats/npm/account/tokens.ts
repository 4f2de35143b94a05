import type { FastifyReply, FastifyRequest } from 'fastify';
import { issueAndRecordToken, record } from '../../../access/audit/record.ts';
import { callerOf, requireUser } from '../../../access/gateway.ts';
import { originOf } from '../../../access/origin.ts';
import { userByPassword } from '../../../access/signIn.ts';
import { isUnlimited, userScope } from '../../../access/tokens/scopes.ts';
import { requireUnlimited } from '../../../access/tokens/tokenRules.ts';
import { listTokens, revokeTokens } from '../../../access/tokens/tokens.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { objectOf } from '../publish/readPublish.ts';
import { bodyOf, jsonBody } from '../request.ts';
import { npmTokenSeconds } from './tokenLife.ts';

type Answer = Promise<FastifyReply>;

/** Scope of a read-only token. */
const readScope = 'repository:*:read';

/**
 * Handles `npm token list`: the caller's tokens. npm shows the start of their IDs and never the
 * secret.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/-/npm/v1/tokens 200 {"objects": [{"token": "…", "key": "…",
 * "readonly": false, "cidr_whitelist": [], "created": "…"}], "total": 1, "urls": {}}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/user/authentication.md
 */
export async function tokenList(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  requireUnlimited(caller);
  const objects = (await listTokens({ userName: caller.userName })).map(
    ({ id, scope, description, created, expires, lastUsed }) => ({
      key: id,
      id,
      token: id.slice(0, 6),
      name: description,
      readonly: scope === readScope,
      cidr_whitelist: [],
      created,
      updated: lastUsed ?? created,
      expires,
    }),
  );
  return reply.send({ objects, total: objects.length, urls: {} });
}

/**
 * Handles `npm token create`: requires the password. A token with limited scope cannot create
 * tokens.
 */
export async function createToken(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  if (!isUnlimited(caller.scopes))
    throw new HttpError(403, 'FORBIDDEN', 'A token with limited scope cannot create tokens');
  const body = objectOf(await jsonBody(bodyOf(request)), 'the body');
  const { password, readonly, cidr_whitelist: networks } = body;
  if (typeof password !== 'string')
    throw new HttpError(400, 'BAD_TOKEN', "Invalid body. 'password' is missing.");
  if (Array.isArray(networks) && networks.length > 0) {
    throw new HttpError(400, 'BAD_TOKEN', 'Tokens cannot be limited to networks. Omit cidr_whitelist.');
  }
  const user = await userByPassword(caller.userName, password, originOf(request), 'was shown');
  const scope = readonly === true ? readScope : userScope;
  const description = 'npm token create';
  const { id, accessToken } = await issueAndRecordToken(request, {
    userName: user.name,
    scope,
    expiresIn: npmTokenSeconds(),
    description,
  });
  const created = new Date();
  return reply.header('cache-control', 'no-store').send({
    key: id,
    id,
    token: accessToken,
    name: description,
    readonly: readonly === true,
    cidr_whitelist: [],
    created,
  });
}

/** Handles `npm token revoke`. */
export async function deleteToken(
  request: FastifyRequest,
  reply: FastifyReply,
  _repository: Repository,
  { key }: { key: string },
): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  requireUnlimited(caller);
  const known = (await listTokens({ userName: caller.userName })).some(({ id }) => id === key);
  if (!known || (await revokeTokens([key], caller.userName)).length === 0) {
    throw new HttpError(404, 'NOT_FOUND', 'Token not found, or it belongs to another user');
  }
  await record(request, 'token-revoked', `Token ${key}`);
  return reply.send({ ok: true });
}
