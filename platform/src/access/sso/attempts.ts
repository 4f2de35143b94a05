import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { countUse, networkOf } from '../rateLimits.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { readStepCookie, writeStepCookie } from '../sessionCookie.ts';
import { SsoError } from './SsoError.ts';

/** Seconds that a user may take at the provider. */
const lifetimeSeconds = 600;

/**
 * Limit of started sign-ins per network. High enough for a whole company, but prevents filling the
 * disk with them.
 */
const startedLimit = { most: 3000, within: lifetimeSeconds };

/** Limits started sign-ins, which need no authentication. Throws `SsoError`. */
export async function limitBegun(request: FastifyRequest): Promise<void> {
  if (await countUse('sso-begun', networkOf(request.ip), startedLimit)) return;
  throw new SsoError('SSO_UNREACHABLE', 'Too many sign-ins from this network. Try again later.');
}

/**
 * Verifies that the provider authenticated the user again, if confirmation was requested. `when`:
 * time of authentication according to the provider, in seconds. Throws `SsoError`.
 */
export function checkConfirmed({ confirm = '' }: Attempt, when: number): void {
  if (confirm === '' || when >= Number(confirm) - toleranceSeconds) return;
  throw new SsoError('SSO_INVALID', 'The provider did not authenticate the user again');
}

/** Tolerated clock difference in seconds. */
const toleranceSeconds = 60;

/** Returns `confirm` of an attempt: the time of the request, if confirmation was requested. */
export function confirming(asked = false): { confirm: string } {
  return { confirm: asked ? String(Math.floor(Date.now() / 1000)) : '' };
}

/** Data of a pending sign-in with a provider. */
export interface Attempt {
  /** Return location: a path of this console. */
  redirectTo: string;
  /** If the user must confirm the identity: time of the request, in seconds. */
  confirm?: string;
  [name: string]: string | undefined;
}

/**
 * Starts a sign-in with a provider, under an unguessable state. It can be completed once, and only
 * in the same browser. This prevents login CSRF and hijacking of another browser's attempt.
 */
export async function beginAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: string,
  provider: string,
  attempt: Attempt,
): Promise<string> {
  const state = newSecret();
  // Several tabs share the cookie.
  const browser = readStepCookie(request, 'sso') ?? newSecret();
  await db().execute(sql`
    insert into sso_attempts (hash, kind, provider, browser, data, expires)
    values (${hashSecret(state)}, ${kind}, ${provider}, ${hashSecret(browser)}, ${JSON.stringify(attempt)}::jsonb,
      now() + make_interval(secs => ${lifetimeSeconds}))`);
  writeStepCookie(request, reply, 'sso', browser, lifetimeSeconds);
  return state;
}

/** Uses up the attempt, regardless of the result. Throws `SsoError`. */
export async function takeAttempt(
  request: FastifyRequest,
  kind: string,
  provider: string,
  state: string,
): Promise<Attempt> {
  const browser = readStepCookie(request, 'sso');
  const { rows } = await db().execute<{ data: Attempt; browser: Buffer }>(sql`
    delete from sso_attempts where hash = ${hashSecret(state)} and kind = ${kind} and provider = ${provider} and expires > now()
    returning data, browser`);
  const [found] = rows;
  if (!found) throw new SsoError('SSO_EXPIRED', 'The sign-in request is unknown, used, or expired');
  if (browser === undefined || !hashSecret(browser).equals(found.browser)) {
    throw new SsoError('SSO_EXPIRED', 'The sign-in started in another browser');
  }
  return found.data;
}

/**
 * Uses up an attempt in a request without cookies, and starts another one for the same browser,
 * which is verified in the next step. Returns the new state. Throws `SsoError`.
 */
export async function continueAttempt(
  kind: string,
  provider: string,
  state: string,
  work: (attempt: Attempt) => Promise<{ kind: string; attempt: Attempt }>,
): Promise<string> {
  const { rows } = await db().execute<{ data: Attempt; browser: Buffer }>(sql`
    delete from sso_attempts where hash = ${hashSecret(state)} and kind = ${kind} and provider = ${provider} and expires > now()
    returning data, browser`);
  const [found] = rows;
  if (!found) throw new SsoError('SSO_EXPIRED', 'The sign-in request is unknown, used, or expired');
  const next = await work(found.data);
  const nextState = newSecret();
  await db().execute(sql`
    insert into sso_attempts (hash, kind, provider, browser, data, expires)
    values (${hashSecret(nextState)}, ${next.kind}, ${provider}, ${found.browser}, ${JSON.stringify(next.attempt)}::jsonb,
      now() + interval '2 minutes')`);
  return nextState;
}

/** Deletes expired attempts. */
export async function dropOldSsoAttempts(): Promise<void> {
  await db().execute(sql`delete from sso_attempts where expires < now()`);
}
