import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { HttpError } from '../http/errors.ts';
import { db } from '../storage/db.ts';

/** How many wrong passwords are free, before each costs a wait that doubles from four seconds to five minutes. */
interface Limit {
  key: string;
  free: number;
}

/** Failures older than this are forgotten, in seconds. */
const forgottenAfter = 3600;
const longestWait = 300;

function limitsOf(userName: string, address: string): [Limit, Limit] {
  // What was typed as a name may be anything, a password by mistake too: only its hash is kept.
  const account = createHash('sha256').update(userName).digest('hex').slice(0, 32);
  return [
    { key: `${account} ${address}`, free: 5 },
    { key: `* ${address}`, free: 50 },
  ];
}

/**
 * Counts an attempt before its password is looked at, so that many at once gain nothing. Throws `HttpError` 429 while
 * the account from this address, or the address as a whole, has to wait.
 */
export async function countAttempt(userName: string, address: string): Promise<void> {
  for (const { key, free } of limitsOf(userName, address)) {
    const old = sql`a.first < now() - make_interval(secs => ${forgottenAfter})`;
    const counted = await db().execute(sql`
      insert into sign_in_attempts as a (key, attempts, first, blocked_until) values (${key}, 1, now(), '-infinity')
      on conflict (key) do update set
        attempts = case when ${old} then 1 else a.attempts + 1 end,
        first = case when ${old} then now() else a.first end,
        blocked_until = case when ${old} or a.attempts < ${free} then '-infinity'
          else now() + make_interval(secs => least(${longestWait}, 4 * power(2, least(a.attempts - ${free}, 20)))) end
      where a.blocked_until <= now()`);
    if (!counted.rowCount) throw await tooMany(key);
  }
}

async function tooMany(key: string): Promise<HttpError> {
  const { rows } = await db().execute<{ wait: number }>(
    sql`select ceil(extract(epoch from blocked_until - now()))::int as wait from sign_in_attempts where key = ${key}`,
  );
  const wait = Math.max(1, rows[0]?.wait ?? 1);
  const message = `Too many failed attempts to sign in: try again in ${wait} s`;
  return new HttpError(429, 'TOO_MANY_ATTEMPTS', message, undefined, { 'retry-after': String(wait) });
}

/** The password was right: the account starts afresh, and the address is not held against it. */
export async function forgetAttempts(userName: string, address: string): Promise<void> {
  const [account, whole] = limitsOf(userName, address);
  await db().execute(sql`with forgotten as (delete from sign_in_attempts where key = ${account.key})
    update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = ${whole.key}`);
}

/** For housekeeping. */
export async function dropOldAttempts(): Promise<void> {
  await db().execute(
    sql`delete from sign_in_attempts where first < now() - make_interval(secs => ${forgottenAfter})`,
  );
}
