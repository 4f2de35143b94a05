import type { OidcTestResult } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { mappingsOf } from './mappings.ts';
import { allMatch, checkClaims } from './matchClaims.ts';
import type { Provider } from './providers.ts';
import { RejectedIdToken, unverifiedClaims, verifyIdToken } from './verifyIdToken.ts';

type Claims = Readonly<Record<string, unknown>>;
/** Maximum characters of a claim in a result. */
const maxShown = 300;

/** Explains which mappings of the provider an ID token, or claims as JSON, would match. */
export async function testIdentity(
  request: FastifyRequest,
  provider: Provider,
  input: string,
): Promise<OidcTestResult> {
  const { claims, verified, problem } = await read(request, provider, input.trim());
  const mappings = await mappingsOf(provider.name);
  let applied = false;
  return {
    ...(problem === undefined ? {} : { problem }),
    verified,
    claims: Object.entries(claims).map(([claim, value]) => ({
      claim,
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShown),
    })),
    mappings: mappings.map(({ name, priority, claims: rules, publisher }) => {
      const checks = checkClaims(rules, claims);
      const matches = allMatch(checks);
      const applies = matches && (publisher !== undefined || !applied);
      if (matches && !publisher) applied = true;
      return { name, priority, matches, applies, checks };
    }),
  };
}

interface Read {
  claims: Claims;
  verified: boolean;
  problem?: string;
}

/** Throws `HttpError` 400 for input that is neither a token nor an object. */
async function read(request: FastifyRequest, provider: Provider, input: string): Promise<Read> {
  if (input.startsWith('{')) return { claims: readJson(input), verified: false };
  const { hostname } = new URL(ownOrigin(request));
  const audiences = [provider.audience, `npm:${hostname}`, `pypi:${hostname}`];
  try {
    return { claims: await verifyIdToken(provider, input, audiences), verified: true };
  } catch (error) {
    if (!(error instanceof RejectedIdToken)) throw error;
    return { claims: claimsIn(input, error.message), verified: false, problem: error.message };
  }
}

function claimsIn(token: string, problem: string): Claims {
  try {
    return unverifiedClaims(token);
  } catch {
    throw bad(problem);
  }
}

function readJson(text: string): Claims {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Claims;
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
  throw bad('It is not an object');
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_OIDC_TEST', `Expected an ID token, or its claims as a JSON object. ${why}`);
}
