import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { findUser } from '../../access/users.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { idTokenAlgorithm, idTokenKey } from './idTokenKeys.ts';

/** Lifetime of ID tokens, in seconds. Clients read them once, at the sign-in. */
const idTokenSeconds = 600;

/** Claims about a user, by scope (OpenID Connect Core, 5.4). */
export interface UserClaims {
  sub: string;
  name?: string;
  preferred_username?: string;
  email?: string;
  /** Always false, because users can enter any address. */
  email_verified?: boolean;
}

/** Returns undefined for a user who no longer exists. */
export async function claimsOf(userName: string, scopes: readonly string[]): Promise<UserClaims | undefined> {
  const user = await findUser(userName);
  if (!user) return undefined;
  const { name, email, created } = user;
  return {
    sub: subjectOf(name, created),
    ...(scopes.includes('profile') ? { name, preferred_username: name } : {}),
    ...(scopes.includes('email') && email !== '' ? { email, email_verified: false } : {}),
  };
}

/**
 * Returns the identifier of a user for applications. A later user with the same name has another
 * one, and so does not get the accounts of the deleted user there.
 */
export function subjectOf(userName: string, created: Date): string {
  return createHash('sha256').update(`${userName}\n${created.toISOString()}`).digest('base64url');
}

export interface IdTokenRequest {
  issuer: string;
  clientId: string;
  userName: string;
  scopes: readonly string[];
  accessToken: string;
  nonce: string | undefined;
  /** When the user authenticated, in seconds since 1970. */
  authenticated: number | undefined;
}

/** Signs an ID token, or returns undefined without the scope `openid`. */
export async function signIdToken(seal: Seal, request: IdTokenRequest): Promise<string | undefined> {
  const { issuer, clientId, userName, scopes, accessToken, nonce, authenticated } = request;
  if (!scopes.includes('openid')) return undefined;
  const claims = await claimsOf(userName, scopes);
  if (!claims) return undefined;
  const { id, privateKey } = await idTokenKey(seal);
  return new SignJWT({
    ...claims,
    at_hash: halfHash(accessToken),
    ...(nonce === undefined ? {} : { nonce }),
    ...(authenticated === undefined ? {} : { auth_time: authenticated }),
  })
    .setProtectedHeader({ alg: idTokenAlgorithm, kid: id, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime(`${idTokenSeconds}s`)
    .sign(privateKey);
}

/** Left half of the SHA-256 hash (OpenID Connect Core, 3.1.3.6). */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
}
