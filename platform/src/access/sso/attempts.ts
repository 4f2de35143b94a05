import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { readStepCookie, writeStepCookie } from '../sessionCookie.ts';
import { countUse, networkOf } from '../useLimits.ts';
import { SsoError } from './SsoError.ts';

/** Seconds that somebody may take at the provider. */
const life = 600;

/** Of one network, where a whole company may begin its morning: what is begun is kept until then, and nobody fills the disk with it. */
const begun = { most: 3000, within: life };

/** Before a way in begins, which anybody can; throws `SsoError`. */
export async function limitBegun(request: FastifyRequest): Promise<void> {
  if (await countUse('sso-begun', networkOf(request.ip), begun)) return;
  throw new SsoError('SSO_UNREACHABLE', 'Too many sign-ins from this network. Try again later.');
}

/**
 * Whoever confirms that it is he is asked anew by the provider, even where it knows him still. `when`: in seconds, what it says of when he
 * showed himself. Throws `SsoError`.
 */
export function checkConfirmed({ confirm = '' }: Attempt, when: number): void {
  if (confirm === '' || when >= Number(confirm) - clocksDiffer) return;
  throw new SsoError('SSO_INVALID', 'The provider did not authenticate the user again');
}

/** In seconds. */
const clocksDiffer = 60;

/** For `confirm` of an attempt: when it was asked for, if it was. */
export function confirming(asked = false): { confirm: string } {
  return { confirm: asked ? String(Math.floor(Date.now() / 1000)) : '' };
}

/** What is remembered of a way to a provider until it comes back. */
export interface Attempt {
  /** Where to then: a path of this console. */
  redirectTo: string;
  /** Since when, in seconds, the person confirms that it is he. */
  confirm?: string;
  [name: string]: string | undefined;
}

/**
 * Remembers a way to a provider under a state that nobody can guess. It comes back once, and in the browser that it began in:
 * nobody signs another in as himself, or takes up a way that another began.
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
      now() + make_interval(secs => ${life}))`);
  writeStepCookie(request, reply, 'sso', browser, life);
  return state;
}

/** Uses it up, whatever becomes of it then. Throws `SsoError`. */
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
 * Uses it up where the browser's cookies are not sent, and goes on as another of the same browser, which shows itself in the next step.
 * Gives its state; throws `SsoError`.
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

/** For housekeeping. */
export async function dropOldSsoAttempts(): Promise<void> {
  await db().execute(sql`delete from sso_attempts where expires < now()`);
}
