import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { currentPlatform } from '../../database/db.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { Provider } from './providers.ts';
import { withoutSlash } from './providers.ts';

/** Maximum size of an issuer's metadata and keys, in bytes. */
const maxMetadataBytes = 512 * 1024;
const timeoutMs = 10_000;
/** Tolerated difference of clocks, in seconds. */
const tolerance = 60;
/** Only asymmetric signatures: with others, the issuer's published keys would be secrets. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Why an ID token is rejected, for administrators and CI logs. */
export class RejectedIdToken extends Error {
  override readonly name = 'RejectedIdToken';
}

/** Reads the claims of a token without verifying anything; throws `RejectedIdToken`. */
export function unverifiedClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (cause) {
    throw new RejectedIdToken('It is not a JSON Web Token', { cause });
  }
}

/**
 * Verifies signature, issuer, audience, and time of an ID token, and returns its claims. Throws
 * `RejectedIdToken`.
 */
export async function verifyIdToken(
  provider: Provider,
  token: string,
  audiences: readonly string[],
): Promise<JWTPayload> {
  const claims = unverifiedClaims(token);
  const issuer = String(claims.iss ?? '');
  if (withoutSlash(issuer) !== provider.issuer_url)
    throw new RejectedIdToken(`Its issuer is "${issuer.slice(0, 200)}", not ${provider.issuer_url}`);
  try {
    const keys = await keysOf(provider);
    const { payload } = await jwtVerify(token, keys, {
      ...{ issuer, audience: [...audiences], algorithms, clockTolerance: tolerance },
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    return payload;
  } catch (error) {
    throw error instanceof RejectedIdToken
      ? error
      : new RejectedIdToken(reasonOf(error, claims, audiences), { cause: error });
  }
}

async function keysOf({ issuer_url: issuer, allow_private }: Provider): Promise<JWTVerifyGetKey> {
  const { keySets } = currentPlatform().federation;
  const key = `${allow_private} ${issuer}`;
  const before = keySets.get(key);
  if (before) return before;
  const fetchOne = fetching(allow_private);
  const response = await fetchOne(`${issuer}/.well-known/openid-configuration`);
  const metadata = response.status === 200 ? await readJson(response) : undefined;
  if (!metadata)
    throw new RejectedIdToken(
      `${issuer} has no OpenID Connect metadata (status ${response.status}). Check the issuer URL`,
    );
  if (withoutSlash(String(metadata.issuer)) !== issuer)
    throw new RejectedIdToken(
      `The metadata of ${issuer} is of another issuer: ${String(metadata.issuer).slice(0, 200)}`,
    );
  if (!URL.canParse(String(metadata.jwks_uri)))
    throw new RejectedIdToken(`The metadata of ${issuer} has no jwks_uri`);
  const keys = createRemoteJWKSet(new URL(String(metadata.jwks_uri)), {
    timeoutDuration: timeoutMs,
    [customFetch]: (url) => fetchOne(url),
  });
  keySets.set(key, keys);
  return keys;
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Sends GET through the platform's client, which checks addresses. */
function fetching(allowPrivate: boolean) {
  return async (url: string): Promise<Response> => {
    const answer = await outgoing().request(url, {
      headers: { accept: 'application/json' },
      service: 'identity',
      allowPrivate,
      redirects: 'none',
      limit: maxMetadataBytes,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return new Response(new Uint8Array(await answer.bytes()), { status: answer.status });
  };
}

function reasonOf(error: unknown, claims: JWTPayload, audiences: readonly string[]): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return `Failed to read the issuer's keys: ${cause.message}`;
  }
  if (error instanceof errors.JWTExpired) return `It expired at ${instant(claims.exp)}`;
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') {
      const found = [claims.aud ?? 'missing'].flat().join(', ').slice(0, 200);
      return `Its audience (aud) is ${found}. Expected ${audiences.join(' or ')}`;
    }
    if (error.claim === 'nbf' || error.claim === 'iat')
      return `It is not valid yet: ${error.claim} is ${instant(claims[error.claim])}`;
    return `Its claim ${error.claim} is missing or invalid`;
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'The issuer has no key with its key ID (kid)';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'Its signature is invalid';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'Its signature algorithm is not allowed. Expected an asymmetric one such as RS256';
  return `It cannot be verified: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
}

function instant(seconds: unknown): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? 'not a time' : date.toISOString();
}
