import type { FastifyRequest } from 'fastify';
import { audit } from '../../access/audit/audit.ts';
import { originOf } from '../../access/origin.ts';
import { usualTokenSeconds } from '../../access/tokenLifetime.ts';
import { type IssuedToken, issueToken, refreshToken } from '../../access/tokens.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { requireClient } from './applications.ts';
import { redeemCode } from './grants.ts';
import { OAuthError } from './OAuthError.ts';

/** Lifetime of applications' access tokens, in seconds. Refresh tokens renew them. */
const accessLife = 3600;

type Form = ReadonlyMap<string, string>;

/** Issues a token for an authorization code or a refresh token; throws `OAuthError`. */
export async function exchange(request: FastifyRequest, clientId: string, form: Form): Promise<IssuedToken> {
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return byCode(request, clientId, form);
  if (grant === 'refresh_token') return byRefreshToken(request, clientId, form);
  if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

async function byCode(request: FastifyRequest, clientId: string, form: Form): Promise<IssuedToken> {
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
    return token;
  });
  if (!issued) {
    throw new OAuthError(
      'invalid_grant',
      'The code is wrong, has expired, or was used before, or code_verifier or redirect_uri does not match',
    );
  }
  return issued;
}

async function byRefreshToken(request: FastifyRequest, clientId: string, form: Form): Promise<IssuedToken> {
  const secret = need(form, 'refresh_token');
  if (form.has('scope'))
    throw new OAuthError('invalid_scope', 'A refreshed token has the scope of the one before. Omit scope');
  try {
    const { userName, ...issued } = await refreshToken(secret, clientId);
    await recordToken(request, userName, issued, await descriptionOf(clientId));
    return issued;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    throw new OAuthError('invalid_grant', 'The refresh token is wrong, was used before, or was revoked');
  }
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
