import type { FastifyReply, FastifyRequest } from 'fastify';
import { issueAndRecordToken, record, recordToken } from '../../../access/audit/record.ts';
import { callerOf, requireUser } from '../../../access/gateway.ts';
import { originOf } from '../../../access/origin.ts';
import { requireFreshSession } from '../../../access/profile/reauthentication.ts';
import { recordSignIn, userByPassword } from '../../../access/signIn.ts';
import { userScope } from '../../../access/tokens/scopes.ts';
import { revokeTokens, userByToken } from '../../../access/tokens/tokens.ts';
import { rejectFrames } from '../../../access/untrustedCalls.ts';
import { findUser } from '../../../access/users.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { baseAddress } from '../packument/sendPackument.ts';
import { objectOf } from '../publish/readPublish.ts';
import { bodyOf, jsonBody } from '../request.ts';
import { npmTokenSeconds } from './tokenLife.ts';
import { confirmLogin, findLogin, finishLogin, startLogin } from './webLogin.ts';

type Answer = Promise<FastifyReply>;

/**
 * Handles `npm whoami`.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/-/whoami
 * 200 {"username": "ada"}
 * ```
 *
 * https://docs.npmjs.com/cli/commands/npm-whoami
 */
export async function whoami(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  return reply.send({ username: caller.userName });
}

/**
 * Handles `npm profile get`.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/-/npm/v1/user
 * 200 {"name": "ada", "email": "…", "email_verified": true, "created": "…", "tfa": false}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/user/profile.md
 */
export async function profile(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  const user = await findUser(caller.userName);
  return reply.send({
    name: caller.userName,
    email: user?.email ?? '',
    email_verified: true,
    created: user?.created,
    tfa: false,
  });
}

/**
 * Handles `npm login --auth-type=legacy`: creates a token for a user name and a password.
 *
 * ```text
 * PUT /artifactory/api/npm/{repo}/-/user/org.couchdb.user:ada
 *     {"name": "ada", "password": "…"}
 * 201 {"ok": "you are authenticated as 'ada'", "id": "org.couchdb.user:ada", "token": "…"}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/user/authentication.md#login
 */
export async function passwordLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  _repository: Repository,
  { userName }: { userName: string },
): Answer {
  const body = objectOf(await jsonBody(bodyOf(request)), 'the body');
  if (body.name !== userName || typeof body.password !== 'string') {
    throw new HttpError(
      400,
      'BAD_LOGIN',
      "Invalid body. Expected 'name', equal to the name in the URL, and 'password'.",
    );
  }
  const user = await userByPassword(userName, body.password, originOf(request));
  if (user.passwordExpired) {
    throw new HttpError(
      401,
      'PASSWORD_EXPIRED',
      'The password has expired. Sign in to the console to change it.',
    );
  }
  const description = 'npm login with a password';
  const token = await issueAndRecordToken(request, {
    userName: user.name,
    scope: userScope,
    expiresIn: npmTokenSeconds(),
    description,
  });
  await recordSignIn(user.name);
  return noStore(reply)
    .code(201)
    .send({
      ok: `you are authenticated as '${user.name}'`,
      id: `org.couchdb.user:${user.name}`,
      token: token.accessToken,
    });
}

/** Handles `npm logout`: revokes the token, for its owner or an administrator. */
export async function logout(
  request: FastifyRequest,
  reply: FastifyReply,
  _repository: Repository,
  { token }: { token: string },
): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  const found = await userByToken(token);
  if (
    !found ||
    (await revokeTokens([found.tokenId], caller.admin ? undefined : caller.userName)).length === 0
  ) {
    throw new HttpError(404, 'NOT_FOUND', 'Token not found, or it belongs to another user');
  }
  await record(request, 'token-revoked', `Token ${found.tokenId}`, found.user.name);
  return reply.send({ ok: true });
}

/**
 * Handles `npm login`: returns the URL for the browser and the URL that the client polls for its
 * token.
 *
 * ```text
 * POST /artifactory/api/npm/{repo}/-/v1/login 200 {"loginUrl":
 * "https://…/ui/npm-login?repo={repo}&session=…", "doneUrl": "https://…/-/v1/login/done?code=…"}
 * GET  doneUrl 202 Retry-After: 1, then once 200 {"token": "…"}
 * ```
 *
 * No specification has these calls. The client: https://github.com/npm/npm-profile
 */
export async function startWebLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Answer {
  const body = objectOf(await jsonBody(bodyOf(request)), 'the body');
  const client =
    typeof body.hostname === 'string' && body.hostname ? body.hostname.slice(0, 200) : 'an unnamed client';
  const { secret, session } = await startLogin(client, request.ip);
  const base = baseAddress(request, repository.key);
  const page = new URL('/ui/npm-login', base);
  page.search = new URLSearchParams({ repo: repository.key, session }).toString();
  return noStore(reply).send({ loginUrl: page.href, doneUrl: `${base}-/v1/login/done?code=${secret}` });
}

/** Handles the client's polling: 202 until a user confirms, then returns the token once. */
export async function finishWebLogin(request: FastifyRequest, reply: FastifyReply): Answer {
  await rejectFrames(request);
  const { code } = request.query as { code?: unknown };
  const finished = await finishLogin(typeof code === 'string' ? code : '');
  if (finished !== undefined) {
    const { userName, token, description } = finished;
    await recordToken(request, userName, token, description);
    return noStore(reply).send({ token: token.accessToken });
  }
  return noStore(reply).code(202).header('retry-after', '1').send({});
}

/**
 * The console's confirmation page: `GET ?session=` returns `{client, address, created}` of the
 * waiting client, `POST {session}` confirms it. Both require a recent console sign-in, because the
 * client gets full access.
 */
export async function webLoginPage(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  if (caller.via !== 'session') {
    throw new HttpError(
      403,
      'FORBIDDEN',
      'Only a user signed in to the console can confirm a sign-in. Tokens are not accepted.',
    );
  }
  await requireFreshSession(request);
  if (request.method !== 'POST') {
    const { session } = request.query as { session?: unknown };
    return noStore(reply).send(await findLogin(typeof session === 'string' ? session : ''));
  }
  const { session } = objectOf(await jsonBody(bodyOf(request)), 'the body');
  if (typeof session !== 'string')
    throw new HttpError(400, 'BAD_LOGIN', "Invalid body. 'session' is missing.");
  await confirmLogin(session, caller.userName);
  await record(request, 'client-login-confirmed', 'npm login');
  return noStore(reply).send({ ok: true });
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
