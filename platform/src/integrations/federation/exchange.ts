import type { ClaimCheck } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import { audit } from '../../access/audit/audit.ts';
import { originOf } from '../../access/origin.ts';
import { countUse, networkOf } from '../../access/rateLimits.ts';
import { usualTokenSeconds } from '../../access/tokens/tokenLifetime.ts';
import { type IssuedToken, issueToken } from '../../access/tokens/tokens.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Mapping } from './mappings.ts';
import { recordUse } from './mappingUses.ts';
import { allMatch, checkClaims } from './matchClaims.ts';
import { RejectedIdToken } from './verifyIdToken.ts';

/** Rejections per network that are recorded and explained; further ones get a short answer. */
const rejectionsFromOne = { most: 60, within: 3600 };

/** Errors of every exchange. */
export const exchangeErrors = {
  401: ['OIDC_TOKEN_REJECTED'],
  403: ['OIDC_NO_MAPPING'],
  429: ['TOO_MANY_REJECTED_TOKENS'],
};

/** Returns the mappings that match the claims, in the order of the list. */
export function matching(mappings: readonly Mapping[], claims: JWTPayload): Mapping[] {
  return mappings.filter((mapping) => allMatch(checkClaims(mapping.claims, claims)));
}

/**
 * Issues one access token, and records which job got it. For trusted publishers, it covers all of
 * `mappings` that act for the same user as the first.
 */
export async function issueFor(
  request: FastifyRequest,
  [first, ...others]: readonly [Mapping, ...Mapping[]],
  claims: JWTPayload,
): Promise<IssuedToken> {
  const { username, scope } = first.token_spec;
  const all = first.publisher
    ? [first, ...others.filter((each) => each.token_spec.username === username)]
    : [first];
  const scopes = all.flatMap(({ publisher }) =>
    publisher ? [`repository:${publisher.repository}/${publisher.package}:read,deploy`] : [],
  );
  const description = `${first.provider}/${first.name}: ${String(claims.sub)}`.slice(0, 200);
  return transaction(async () => {
    const token = await issueToken({
      userName: username,
      scope: first.publisher ? [...new Set(scopes)].join(' ') : scope,
      expiresIn: usualTokenSeconds(Math.min(...all.map(({ token_spec }) => token_spec.expires_in))),
      description,
    });
    await audit(originOf(request), {
      event: 'token-issued',
      user: username,
      detail: `OIDC mapping ${description}: ${token.scope} (token ${token.id})`,
    });
    await recordUse(all, String(claims.sub));
    return token;
  });
}

/** Records the rejection of a valid ID token that no mapping matches, and returns the error. */
export async function unmatched(
  request: FastifyRequest,
  claims: JWTPayload,
  mappings: readonly Mapping[],
): Promise<HttpError> {
  const why = mappings.map(({ name, claims: rules }) => `${name}: ${mismatch(checkClaims(rules, claims))}`);
  const reason = why.length > 0 ? why.join('; ') : 'there are none';
  await reject(request, `ID token of ${String(claims.sub)} matches no identity mapping: ${reason}`);
  return new HttpError(
    403,
    'OIDC_NO_MAPPING',
    'No identity mapping matches the claims of the ID token. Administrators find the reason in the audit log',
  );
}

/**
 * Records the rejection of an ID token, and returns the error for the job. Rethrows other
 * errors.
 */
export async function rejected(request: FastifyRequest, error: unknown): Promise<HttpError> {
  if (!(error instanceof RejectedIdToken)) throw error;
  await reject(request, `ID token rejected. ${error.message}`);
  return new HttpError(401, 'OIDC_TOKEN_REJECTED', `The ID token was rejected. ${error.message}`);
}

/** Throws `HttpError` 429 after too many rejections from a network, which are not recorded. */
async function reject(request: FastifyRequest, detail: string): Promise<void> {
  if (!(await countUse('id-token', networkOf(request.ip), rejectionsFromOne))) {
    throw new HttpError(
      429,
      'TOO_MANY_REJECTED_TOKENS',
      'Too many ID tokens from this network were rejected. Try again in an hour',
    );
  }
  await audit(originOf(request), { event: 'token-issued', outcome: 'failure', detail });
}

/** Names the first claim that differs. */
function mismatch(checks: readonly ClaimCheck[]): string {
  const wrong = checks.find(({ matches }) => !matches);
  if (!wrong) return 'matches';
  const found = wrong.actual.length > 0 ? wrong.actual.join(', ') : 'missing';
  return `${wrong.claim} is ${found}, expected ${wrong.expected.join(' or ')}`;
}
