import type { FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../../../access/authentication.ts';
import { readBasic } from '../../../access/basicCredentials.ts';
import type { Caller } from '../../../access/Caller.ts';
import { looksLikeToken, userByToken } from '../../../access/tokens/tokens.ts';
import { rejectFrames } from '../../../access/untrustedCalls.ts';
import { dockerError } from '../errors.ts';
import type { Mount } from '../mount.ts';
import { textBody } from '../requestBody.ts';
import { type Access, anonymousToken, issueDockerToken, tokenSeconds } from './dockerTokens.ts';

/** Maximum number of scopes per token. */
const maxScopes = 50;

/**
 * Issues a token for a few minutes: for a password, an API key, or a token, sent as Basic
 * authentication or as an OAuth 2 form, and for anonymous users if anonymous access is enabled. The
 * token grants the requested scopes, limited to the user's permissions at the time of use.
 *
 * ```text
 * GET /v2/token?service=…&scope=repository:{repo}/kite:pull,push
 *     Authorization: Basic …
 * 200 {"token": "…", "access_token": "…", "expires_in": 600, "issued_at": "…"}
 * ```
 *
 * https://distribution.github.io/distribution/spec/auth/token/
 */
export async function answerToken(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
): Promise<FastifyReply> {
  await rejectFrames(request);
  const parameters =
    request.method === 'POST' ? new URLSearchParams(await textBody(request)) : queryOf(request);
  const { caller, secret } = await authenticate(request, parameters);
  const access = parameters
    .getAll('scope')
    .flatMap((scope) => scope.split(/\s+/))
    .filter((scope) => scope !== '');
  if (access.length > maxScopes)
    throw dockerError('DENIED', `Too many scopes. A token supports up to ${maxScopes} names.`, 400);
  const token = await tokenFor(
    request,
    caller,
    secret,
    access.map((each) => withRepository(each, mount)),
  );
  reply.header('cache-control', 'no-store').type('application/json');
  return reply.send(
    Buffer.from(
      JSON.stringify({
        token,
        access_token: token,
        expires_in: tokenSeconds,
        issued_at: new Date().toISOString(),
        ...(parameters.get('grant_type') || parameters.get('offline_token') === 'true'
          ? identityToken(secret)
          : {}),
        ...(request.method === 'POST' ? { scope: access.join(' ') } : {}),
      }),
    ),
  );
}

/**
 * Returns the long-lived token that the client sent, for clients that store a token instead of a
 * password.
 */
function identityToken(secret: string | undefined): { refresh_token?: string } {
  return secret !== undefined && looksLikeToken(secret) ? { refresh_token: secret } : {};
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.raw.url ?? '').split(/\?(.*)/s)[1] ?? '');
}

/** Authenticates the client. Throws `HttpError` 401 for invalid credentials. */
async function authenticate(
  request: FastifyRequest,
  parameters: URLSearchParams,
): Promise<{ caller: Caller; secret?: string }> {
  const grant = parameters.get('grant_type');
  if (request.method !== 'POST' || grant === null) {
    const [, value = ''] = /^basic\s+(.*)$/i.exec(request.headers.authorization ?? '') ?? [];
    const { password } = readBasic(value) ?? {};
    return { caller: await identify(request), ...(password === undefined ? {} : { secret: password }) };
  }
  if (grant === 'refresh_token') {
    const token = parameters.get('refresh_token') ?? '';
    return { caller: await identifyBy(request, `Bearer ${token}`), secret: token };
  }
  if (grant !== 'password') {
    throw dockerError(
      'UNSUPPORTED',
      `Unknown grant_type ${grant.slice(0, 40)}. Expected password or refresh_token.`,
      400,
    );
  }
  const secret = parameters.get('password') ?? '';
  const basic = Buffer.from(`${parameters.get('username') ?? ''}:${secret}`).toString('base64');
  return { caller: await identifyBy(request, `Basic ${basic}`), secret };
}

/** Authenticates as if the credentials had been sent in the header. */
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

/** A scope whose name includes the repository. */
function withRepository(scope: Access, mount: Mount): Access {
  const [, name, actions] = /^repository:([^:]+):([^:]+)$/.exec(scope) ?? [];
  return name === undefined ? scope : `repository:${mount.fullName(name)}:${actions}`;
}
