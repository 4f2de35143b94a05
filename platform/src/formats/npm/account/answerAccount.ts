import type { FastifyReply, FastifyRequest } from 'fastify';
import { giveToken, record, recordToken } from '../../../access/audit/record.ts';
import { callerOf, requireUser } from '../../../access/gateway.ts';
import { originOf } from '../../../access/origin.ts';
import { requireFreshSession } from '../../../access/profile/reauthentication.ts';
import { userScope } from '../../../access/scopes.ts';
import { recordSignIn, userByPassword } from '../../../access/signIn.ts';
import { revokeTokens, userByToken } from '../../../access/tokens.ts';
import { findUser } from '../../../access/users.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { baseAddress } from '../packument/sendPackument.ts';
import { objectOf } from '../publish/readPublish.ts';
import { bodyOf, jsonBody } from '../request.ts';
import { npmTokenSeconds } from './tokenLife.ts';
import { confirmLogin, findLogin, finishLogin, startLogin } from './webLogin.ts';

type Answer = Promise<FastifyReply>;

/** `npm whoami` */
export async function whoami(request: FastifyRequest, reply: FastifyReply): Answer {
  const caller = callerOf(request);
  requireUser(caller);
  return reply.send({ username: caller.userName });
}

/** `npm profile get` */
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

/** `npm login --auth-type=legacy`: a token for a name and a password. */
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
  const token = await giveToken(request, {
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

/** `npm logout`: the owner of a token, or an administrator, ends it. */
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

/** `npm login`: where the browser goes, and where the client asks for its token. */
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

/** The client asks: 202 while nobody has confirmed, then its token, once. */
export async function finishWebLogin(request: FastifyRequest, reply: FastifyReply): Answer {
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
 * The console's page: `GET ?session=` tells `{client, address, created}` of who waits, `POST {session}` lets it in. Both only
 * for somebody who has signed in to the console lately, as the client may do all that he may.
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
