import type { FastifyRequest } from 'fastify';
import { audit } from '../../access/audit/audit.ts';
import { originOf } from '../../access/origin.ts';
import { identityScopes, needsAdministrator, readScope, userScope } from '../../access/tokens/scopes.ts';
import { usualTokenSeconds } from '../../access/tokens/tokenLifetime.ts';
import { type IssuedToken, issueToken, refreshToken } from '../../access/tokens/tokens.ts';
import { findUser } from '../../access/users.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { requireClient, serviceUserOf } from './applications.ts';
import { holdGrantOf, redeemCode, revokeReused } from './grants.ts';
import { signIdToken } from './idToken.ts';
import { OAuthError } from './OAuthError.ts';

/** Lifetime of applications' access tokens, in seconds. Refresh tokens renew them. */
const accessLife = 3600;

type Form = ReadonlyMap<string, string>;

/** An issued token, with an ID token if the application requested one. */
export type Exchanged = IssuedToken & { idToken?: string | undefined };

/** Issues a token for a grant; throws `OAuthError`. */
export async function exchange(request: FastifyRequest, clientId: string, form: Form): Promise<Exchanged> {
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return byCode(request, clientId, form);
  if (grant === 'refresh_token') return byRefreshToken(request, clientId, form);
  if (grant === 'client_credentials') return byItself(request, clientId, form);
  if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  throw new OAuthError(
    'unsupported_grant_type',
    'grant_type must be authorization_code, refresh_token, or client_credentials',
  );
}

async function byCode(request: FastifyRequest, clientId: string, form: Form): Promise<Exchanged> {
  const code = need(form, 'code');
  const callbackUrl = need(form, 'redirect_uri');
  const verifier = need(form, 'code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw new OAuthError(
      'invalid_request',
      'code_verifier must have 43 to 128 characters of A-Z, a-z, 0-9, -, ., _, ~',
    );
  }
  const description = await descriptionOf(clientId);
  const issued = await transaction(async () => {
    const redeemed = await redeemCode(clientId, { code, callbackUrl, verifier });
    if (!redeemed) return undefined;
    const { userName, scope } = redeemed;
    const expiresIn = usualTokenSeconds(accessLife);
    const token = await issueToken({
      ...{ userName, scope, description, expiresIn },
      ...{ refreshable: true, application: clientId },
    });
    await recordToken(request, userName, token, description);
    const idToken = await signIdToken(request.server.seal, {
      ...redeemed,
      ...{ issuer: ownOrigin(request), clientId, scopes: readScope(scope), accessToken: token.accessToken },
    });
    return { ...token, idToken };
  });
  if (!issued) {
    throw new OAuthError(
      'invalid_grant',
      'The code is wrong, has expired, or was used before, or code_verifier or redirect_uri does not match',
    );
  }
  return issued;
}

async function byRefreshToken(request: FastifyRequest, clientId: string, form: Form): Promise<Exchanged> {
  const secret = need(form, 'refresh_token');
  if (form.has('scope'))
    throw new OAuthError('invalid_scope', 'A refreshed token has the scope of the one before. Omit scope');
  const description = await descriptionOf(clientId);
  const refused = new OAuthError(
    'invalid_grant',
    'The refresh token is wrong, was used before, or was revoked. A second use revokes its successor',
  );
  try {
    return await transaction(async () => {
      if (!(await holdGrantOf(clientId, secret))) throw refused;
      const { userName, ...issued } = await refreshToken(secret, clientId);
      await recordToken(request, userName, issued, description);
      return issued;
    });
  } catch (error) {
    const isUnknown = error === refused || (error instanceof HttpError && error.status === 401);
    if (!isUnknown) throw error;
    await revokeReused(clientId, secret);
    throw refused;
  }
}

/** Issues a token of the service user to an application that acts by itself (RFC 6749, 4.4). */
async function byItself(request: FastifyRequest, clientId: string, form: Form): Promise<Exchanged> {
  const scope = serviceScope(form.get('scope'));
  const name = await serviceUserOf(clientId);
  const user = name === undefined ? undefined : await findUser(name);
  if (!user?.enabled || user.admin) {
    throw new OAuthError(
      'unauthorized_client',
      'The application has no service user that is enabled and not an administrator. Register it with one',
    );
  }
  const description = await descriptionOf(clientId);
  const expiresIn = usualTokenSeconds(accessLife);
  return transaction(async () => {
    const wanted = { userName: user.name, scope, description, expiresIn, application: clientId };
    const token = await issueToken(wanted);
    await recordToken(request, user.name, token, description);
    return token;
  });
}

/** Returns a scope without those about users. Throws `OAuthError`. */
function serviceScope(wanted = userScope): string {
  try {
    const scopes = readScope(wanted);
    const isFor = !needsAdministrator(scopes) && !scopes.some((scope) => identityScopes.includes(scope));
    if (isFor) return scopes.join(' ');
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
  throw new OAuthError('invalid_scope', `scope must be ${userScope} or repository:{key or *}:{actions}`);
}

async function descriptionOf(clientId: string): Promise<string> {
  return `Application ${(await requireClient(clientId)).name}`;
}

function recordToken(
  request: FastifyRequest,
  user: string,
  { id, scope }: IssuedToken,
  description: string,
): Promise<void> {
  return audit(originOf(request), {
    event: 'token-issued',
    user,
    detail: `${description}: ${scope} (token ${id})`,
  });
}

function need(form: Form, key: string): string {
  const value = form.get(key);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `${key} is missing`);
}
