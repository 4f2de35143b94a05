import type { FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../../../access/authentication.ts';
import { readBasic } from '../../../access/basicCredentials.ts';
import type { Caller } from '../../../access/Caller.ts';
import { looksLikeToken, userByToken } from '../../../access/tokens.ts';
import { dockerError } from '../errors.ts';
import type { Mount } from '../mount.ts';
import { textBody } from '../requestBody.ts';
import { type Access, anonymousToken, issueDockerToken, tokenLife } from './dockerTokens.ts';

/** Names that one token is asked for at most. */
const mostScopes = 50;

/**
 * Gives a token for a few minutes: to who shows a password, an API key or a token, by Basic or in a form as OAuth 2 has it, and, where
 * anonymous access is on, to everyone. What it opens is what its user may at the time, and of that only what it was asked for.
 */
export async function answerToken(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
): Promise<FastifyReply> {
  const asked = request.method === 'POST' ? new URLSearchParams(await textBody(request)) : queryOf(request);
  const { caller, secret } = await whoAsks(request, asked);
  const access = asked
    .getAll('scope')
    .flatMap((scope) => scope.split(/\s+/))
    .filter((scope) => scope !== '');
  if (access.length > mostScopes)
    throw dockerError('DENIED', `Too many scopes. A token supports up to ${mostScopes} names.`, 400);
  const token = await tokenFor(
    request,
    caller,
    secret,
    access.map((each) => inFull(each, mount)),
  );
  reply.header('cache-control', 'no-store').type('application/json');
  return reply.send(
    Buffer.from(
      JSON.stringify({
        token,
        access_token: token,
        expires_in: tokenLife,
        issued_at: new Date().toISOString(),
        ...(asked.get('grant_type') || asked.get('offline_token') === 'true' ? identityToken(secret) : {}),
        ...(request.method === 'POST' ? { scope: access.join(' ') } : {}),
      }),
    ),
  );
}

/** A client that keeps a token in place of a password is given back the long-lived one that it showed. */
function identityToken(secret: string | undefined): { refresh_token?: string } {
  return secret !== undefined && looksLikeToken(secret) ? { refresh_token: secret } : {};
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.raw.url ?? '').split(/\?(.*)/s)[1] ?? '');
}

/** Throws `HttpError` 401 for credentials that do not hold. */
async function whoAsks(
  request: FastifyRequest,
  asked: URLSearchParams,
): Promise<{ caller: Caller; secret?: string }> {
  const grant = asked.get('grant_type');
  if (request.method !== 'POST' || grant === null) {
    const [, value = ''] = /^basic\s+(.*)$/i.exec(request.headers.authorization ?? '') ?? [];
    const { password } = readBasic(value) ?? {};
    return { caller: await identify(request), ...(password === undefined ? {} : { secret: password }) };
  }
  if (grant === 'refresh_token') {
    const token = asked.get('refresh_token') ?? '';
    return { caller: await identifyBy(request, `Bearer ${token}`), secret: token };
  }
  if (grant !== 'password') {
    throw dockerError(
      'UNSUPPORTED',
      `Unknown grant_type ${grant.slice(0, 40)}. Expected password or refresh_token.`,
      400,
    );
  }
  const secret = asked.get('password') ?? '';
  const basic = Buffer.from(`${asked.get('username') ?? ''}:${secret}`).toString('base64');
  return { caller: await identifyBy(request, `Basic ${basic}`), secret };
}

/** As if these had been sent in the header. */
async function identifyBy(request: FastifyRequest, authorization: string): Promise<Caller> {
  request.headers.authorization = authorization;
  return identify(request);
}

async function tokenFor(
  request: FastifyRequest,
  caller: Caller,
  secret: string | undefined,
  access: Access[],
): Promise<string> {
  if (caller.kind === 'anonymous') {
    if (request.server.settings.anonymousAccess) return anonymousToken;
    throw dockerError(
      'UNAUTHORIZED',
      'Sign in to continue. Anonymous users have no permission on this registry.',
    );
  }
  const behind = secret === undefined ? undefined : await userByToken(secret);
  const { userName, scopes } = caller;
  return issueDockerToken(
    { userName, ...(scopes ? { scopes } : {}), ...(behind ? { tokenId: behind.tokenId } : {}) },
    access,
  );
}

/** A name in a scope, with its repository before it. */
function inFull(scope: Access, mount: Mount): Access {
  const [, name, actions] = /^repository:([^:]+):([^:]+)$/.exec(scope) ?? [];
  return name === undefined ? scope : `repository:${mount.fullName(name)}:${actions}`;
}
