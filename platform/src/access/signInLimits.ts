import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { db, type Prepared, query, unawaited } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { announce, announcing } from '../events/announce.ts';
import { audit } from './audit/audit.ts';
import { authSettings } from './configuration/authSettings.ts';
import { isDevice, knownPlaceSeconds, placeName } from './knownPlaces.ts';
import type { Origin } from './origin.ts';

/** An attempt to authenticate with a secret. */
export interface Guess {
  /** Target of the attempt: a user name as typed, or a separate name for other secrets. */
  of: string;
  user: string;
  /** An IP address, or a device (see `placeOf`). */
  place: string;
  origin: Origin;
  /** Whether another attempt that includes this one already counts for its place. */
  placeCounted?: boolean;
  /**
   * For secrets with few possible values: all attempts on one secret are counted before
   * verification, even from the user's known networks. Only a known browser is exempt. The attacker
   * already has the password, and may use many networks.
   */
  few?: boolean;
}

/**
 * Number of free attempts. Each further one has a delay that doubles from four seconds up to the
 * maximum.
 */
interface Limit {
  key: string;
  free: number;
}

/** A limit that counts failures over all accounts or all places. */
interface SharedLimit extends Limit {
  /** Whether the attempt is counted before verification. */
  claimed: boolean;
}

/** Seconds after which failures are forgotten. */
const forgottenAfterSeconds = 3600;

/** Free failures per IP address over all accounts, and per account over all addresses. */
const freeFailures = { address: 50, account: 100 };
/**
 * Number of users with earlier sign-ins from an IP address that allow one more failure there,
 * because an office may share it.
 */
const usersPerExtraAttempt = 5;

/**
 * Verifies a secret within the rate limits. Returns undefined if it is wrong. Attempts from one
 * place are counted before verification, so that concurrent ones have no advantage. Per IP address
 * and per account, only failures count, so that any number of users with correct passwords can sign
 * in. After these limits are reached, attempts are counted before verification as well. This stops
 * attackers who guess many names, or from many addresses. A user who would be throttled by them can
 * still sign in from a known place. A place becomes known once `finished` is true, that is, not by
 * a correct password that MFA follows. Throws `HttpError` 429, and exceptions of `look`.
 */
export async function withinLimits<T>(
  guess: Guess,
  look: () => Promise<T | undefined>,
  finished: (found: T) => boolean = () => true,
): Promise<T | undefined> {
  const { own, shared } = await admit(guess);
  let found: T | undefined;
  try {
    found = await look();
  } catch (error) {
    // The secret was not verified.
    await revertCounts([own, ...shared.filter(({ claimed }) => claimed)]);
    throw error;
  }
  if (found === undefined) {
    for (const limit of shared) if (!limit.claimed) await count(limit, guess);
    return undefined;
  }
  await revertCounts(shared.filter(({ claimed }) => claimed));
  await succeed(own, guess, finished(found));
  return found;
}

interface Admission {
  attempts: number | null;
  known: boolean;
  /** Shared limits with recent failures. */
  seen: { key: string; attempts: number }[];
}

/**
 * Counts an attempt on the account from this place, unless it or a shared limit is throttled. The
 * commit does not wait for the disk, because a crash loses only a few counts.
 */
const admission: Prepared = {
  name: 'sign-in-admission',
  text: `
    with place as (
      select $5::boolean or exists (
        select 1 from known_places where user_name = $6 and place = $7 and last > now() - make_interval(secs => $8)) as known
    ), shared as (
      select key, attempts, blocked_until > now() as blocked, first > now() - make_interval(secs => $9) as recently
      from sign_in_attempts, place where key = any($4) and (not known or key = $10)
    ), own as (
      insert into sign_in_attempts as a (key, attempts, first, blocked_until)
      select $1, 1, now(), '-infinity' where not exists (select 1 from shared where blocked)
      on conflict (key) do update set
        attempts = case when a.first < now() - make_interval(secs => $9) then 1 else a.attempts + 1 end,
        first = case when a.first < now() - make_interval(secs => $9) then now() else a.first end,
        blocked_until = case when a.first < now() - make_interval(secs => $9) or a.attempts < $2::int then '-infinity'
          else now() + make_interval(secs => least($3::int, 4 * power(2, least(a.attempts - $2::int, 20)))) end
      where a.blocked_until <= now()
      returning attempts
    )
    select ${unawaited}, (select attempts from own) as attempts, (select known from place) as known,
      (select coalesce(json_agg(json_build_object('key', key, 'attempts', attempts)), '[]') from shared where recently) as seen`,
};

async function admit(guess: Guess): Promise<{ own: Limit; shared: SharedLimit[] }> {
  const { of, user, place, placeCounted = false, few = false } = guess;
  // Only a hash of the typed name is stored, because it may be anything, even a password.
  const account = createHash('sha256').update(of).digest('hex').slice(0, 32);
  const { freeAttempts, longestWaitSeconds } = authSettings().lockout;
  const own = { key: `${account} ${placeName(place)}`, free: freeAttempts };
  const limits = [
    ...(placeCounted ? [] : [{ key: `* ${placeName(place)}`, free: freeFailures.address, house: true }]),
    { key: `${account} *`, free: freeFailures.account, house: false },
  ];
  const keys = limits.map(({ key }) => key);
  const always = few && !isDevice(place) ? keys.at(-1) : undefined;
  const [counted] = await query<Admission>(admission, [
    own.key,
    own.free,
    longestWaitSeconds,
    keys,
    isDevice(place),
    user,
    placeName(place),
    knownPlaceSeconds,
    forgottenAfterSeconds,
    always ?? null,
  ]);
  if (!counted || counted.attempts === null) throw await tooMany([own.key, ...keys]);
  if (counted.attempts === own.free + 1) await recordLock(guess);
  const shared: SharedLimit[] = [];
  try {
    for (const { key, free: plain, house } of limits) {
      if (counted.known && key !== always) continue;
      const attempts = counted.seen.find((limit) => limit.key === key)?.attempts ?? 0;
      const free = house && attempts >= plain ? plain + (await moreFree(place)) : plain;
      const claimed = attempts >= free || (few && !house);
      const limit = { key, free, claimed };
      if (claimed && !(await count(limit, guess))) throw await tooMany([key]);
      shared.push(limit);
    }
  } catch (error) {
    await revertCounts([own, ...shared.filter(({ claimed }) => claimed)]);
    throw error;
  }
  return { own, shared };
}

async function moreFree(place: string): Promise<number> {
  const { rows } = await db().execute<{ users: number }>(sql`
    select count(*)::int as users from known_places
    where place = ${placeName(place)} and last > now() - make_interval(secs => ${knownPlaceSeconds})`);
  return Math.floor((rows[0]?.users ?? 0) / usersPerExtraAttempt);
}

/** Counts the attempt unless throttled. Returns whether it was counted. */
async function count({ key, free }: Limit, guess: Guess): Promise<boolean> {
  const longestWait = authSettings().lockout.longestWaitSeconds;
  const old = sql`a.first < now() - make_interval(secs => ${forgottenAfterSeconds})`;
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
  if (counted?.attempts === free + 1) await recordLock(guess);
  return counted !== undefined;
}

/** Writes an audit record once, when the throttling begins. */
async function recordLock({ user, origin }: Guess): Promise<void> {
  const { rows } = await db().execute<{ name: string }>(sql`select name from users where name = ${user}`);
  const detail = 'Too many failed attempts. Further attempts are delayed.';
  const userName = rows[0]?.name;
  await announcing('user.locked', async () => {
    await audit(origin, { event: 'locked', outcome: 'failure', user: userName ?? '', detail });
    if (userName !== undefined) announce('user.locked', () => ({ userName }));
  });
}

async function tooMany(keys: string[]): Promise<HttpError> {
  const { rows } = await db().execute<{ wait: number | null }>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::int as wait from sign_in_attempts
    where key in ${listOf(keys)} and blocked_until > now()`);
  const wait = Math.max(1, rows[0]?.wait ?? 1);
  const message = `Too many failed sign-ins. Try again in ${wait} s.`;
  return new HttpError(429, 'TOO_MANY_ATTEMPTS', message, undefined, { 'retry-after': String(wait) });
}

/**
 * Reverts the count of an attempt. A delay that has begun continues: otherwise, an attacker with
 * one valid password could reset all limits.
 */
async function revertCounts(limits: Limit[]): Promise<void> {
  if (limits.length === 0) return;
  const keys = listOf(limits.map(({ key }) => key));
  await db().execute(
    sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key in ${keys}`,
  );
}

function listOf(keys: string[]): SQL {
  return sql`(${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )})`;
}

/**
 * Resets the account's count at this place. After a completed sign-in, the place is known. Its last
 * use is updated once an hour.
 */
const success: Prepared = {
  name: 'sign-in-success',
  text: `
    with forgotten as (delete from sign_in_attempts where key = $1), known as (
      insert into known_places as k (user_name, place) select name, $3 from users where name = $2 and $4::boolean
      on conflict (user_name, place) do update set last = now() where k.last < now() - interval '1 hour'
    )
    select ${unawaited}`,
};

async function succeed({ key }: Limit, { user, place }: Guess, finished: boolean): Promise<void> {
  await query(success, [key, user, placeName(place), finished]);
}

/** Deletes old counts. */
export async function dropOldAttempts(): Promise<void> {
  await db().execute(
    sql`delete from sign_in_attempts where first < now() - make_interval(secs => ${forgottenAfterSeconds})`,
  );
}
