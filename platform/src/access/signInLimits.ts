import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { HttpError } from '../http/errors.ts';
import { db } from '../storage/db.ts';
import { audit } from './audit/audit.ts';
import { authSettings } from './configuration/authSettings.ts';
import { isDevice, isKnownPlace, rememberPlace } from './knownPlaces.ts';
import { networkOf } from './useLimits.ts';

/** How many wrong passwords are free, before each costs a wait that doubles from four seconds to the longest. */
interface Limit {
  key: string;
  free: number;
}

/** Failures older than this are forgotten, in seconds. */
const forgottenAfter = 3600;

/** Of one address, whatever the account; of one account, wherever from. */
const freeOf = { address: 50, account: 100 };

/**
 * The first is counted always. The others stop who guesses many names, or from many addresses; a user whom they would make wait
 * is let through where he has signed in before.
 */
function limitsOf(userName: string, place: string): [Limit, Limit, Limit] {
  // What was typed as a name may be anything, a password by mistake too: only its hash is kept.
  const account = createHash('sha256').update(userName).digest('hex').slice(0, 32);
  const from = isDevice(place) ? place : networkOf(place);
  return [
    { key: `${account} ${from}`, free: authSettings().lockout.freeAttempts },
    { key: `* ${from}`, free: freeOf.address },
    { key: `${account} *`, free: freeOf.account },
  ];
}

/**
 * Counts an attempt before its password is looked at, so that many at once gain nothing. `place`: an address, or a device (see
 * `placeOf`). Throws `HttpError` 429 while the account from there, or the one or the other as a whole, has to wait.
 */
export async function countAttempt(userName: string, place: string, user = userName): Promise<void> {
  const [own, ...others] = limitsOf(userName, place);
  await count(own, user, place);
  if (isDevice(place) || (await isKnownPlace(user, place))) return;
  for (const limit of others) await count(limit, user, place);
}

async function count({ key, free }: Limit, user: string, place: string): Promise<void> {
  const longestWait = authSettings().lockout.longestWaitSeconds;
  const old = sql`a.first < now() - make_interval(secs => ${forgottenAfter})`;
  const { rows } = await db().execute<{ attempts: number }>(sql`
    insert into sign_in_attempts as a (key, attempts, first, blocked_until) values (${key}, 1, now(), '-infinity')
    on conflict (key) do update set
      attempts = case when ${old} then 1 else a.attempts + 1 end,
      first = case when ${old} then now() else a.first end,
      blocked_until = case when ${old} or a.attempts < ${free} then '-infinity'
        else now() + make_interval(secs => least(${longestWait}, 4 * power(2, least(a.attempts - ${free}, 20)))) end
    where a.blocked_until <= now()
    returning attempts`);
  const [counted] = rows;
  if (!counted) throw await tooMany(key);
  if (counted.attempts === free + 1) await recordLock(user, place);
}

/** Once, when the waiting begins. */
async function recordLock(typed: string, place: string): Promise<void> {
  const { rows } = await db().execute<{ name: string }>(sql`select name from users where name = ${typed}`);
  const address = isDevice(place) ? '' : place;
  const detail = 'Too many failed attempts: each further one has to wait';
  await audit(
    { address, client: '' },
    { event: 'locked', outcome: 'failure', user: rows[0]?.name ?? '', detail },
  );
}

async function tooMany(key: string): Promise<HttpError> {
  const { rows } = await db().execute<{ wait: number }>(
    sql`select ceil(extract(epoch from blocked_until - now()))::int as wait from sign_in_attempts where key = ${key}`,
  );
  const wait = Math.max(1, rows[0]?.wait ?? 1);
  const message = `Too many failed attempts to sign in: try again in ${wait} s`;
  return new HttpError(429, 'TOO_MANY_ATTEMPTS', message, undefined, { 'retry-after': String(wait) });
}

/** It was right: the account starts afresh from there, which is a known place now, and nothing is held against it. */
export async function forgetAttempts(userName: string, place: string, user = userName): Promise<void> {
  const [own, address, account] = limitsOf(userName, place);
  // At once: every sign-in waits for it.
  await db().execute(sql`
    with forgotten as (delete from sign_in_attempts where key = ${own.key})
    update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key in (${address.key}, ${account.key})`);
  await rememberPlace(user, place);
}

/** For housekeeping. */
export async function dropOldAttempts(): Promise<void> {
  await db().execute(
    sql`delete from sign_in_attempts where first < now() - make_interval(secs => ${forgottenAfter})`,
  );
}
