import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { db, type Prepared, query, unawaited } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { announce, announcing } from '../events/announce.ts';
import { audit } from './audit/audit.ts';
import { authSettings } from './configuration/authSettings.ts';
import { isDevice, placeName, rememberedFor } from './knownPlaces.ts';
import type { Origin } from './origin.ts';

/** Who is about to show that he knows something. */
export interface Guess {
  /** What is guessed at: a user’s password by his name, as it was typed; another secret by a name of its own. */
  of: string;
  user: string;
  /** An address, or a device (see `placeOf`). */
  place: string;
  origin: Origin;
  /** Another guess, which this one is part of, counts for its place. */
  placeCounted?: boolean;
  /**
   * Of few possible secrets: all guesses at one are counted before they are looked at, also from a network where the user has been;
   * only a browser of his stands for itself. Who guesses has the password by then, and any number of networks.
   */
  few?: boolean;
}

/** How many are free, before each further one costs a wait that doubles from four seconds to the longest. */
interface Limit {
  key: string;
  free: number;
}

/** Those of which the failures count, whatever the account or the place. */
interface SharedLimit extends Limit {
  /** Counted before it is looked at. */
  claimed: boolean;
}

/** Failures older than this are forgotten, in seconds. */
const forgottenAfter = 3600;

/** Of one address, whatever the account; of one account, wherever from. */
const freeOf = { address: 50, account: 100 };
/** One wrong password more is free at an address for so many users who have signed in from there: a whole house may share it. */
const usersForOneMore = 5;

/**
 * Looks at what was shown, within the limits; undefined: it is wrong. What is guessed at from one place is counted before it is looked
 * at, so that many at once gain nothing. Of one address or of one account as a whole the failures count, so that any number of people with
 * right passwords pass; from where these are spent each is counted before as well. They stop who guesses many names, or from many
 * addresses; a user whom they would make wait is let through where he has signed in before. That is so once `finished`: a right password
 * that a second factor follows says nothing of a place yet. Throws `HttpError` 429, and what `look` throws.
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
    // Nothing was said of what was shown.
    await takeBack([own, ...shared.filter(({ claimed }) => claimed)]);
    throw error;
  }
  if (found === undefined) {
    for (const limit of shared) if (!limit.claimed) await count(limit, guess);
    return undefined;
  }
  await takeBack(shared.filter(({ claimed }) => claimed));
  await succeed(own, guess, finished(found));
  return found;
}

interface Admission {
  attempts: number | null;
  known: boolean;
  /** The shared ones that have been counted lately. */
  seen: { key: string; attempts: number }[];
}

/** Counts the account from this place, where neither that nor what it shares with others has to wait. What a crash takes of the counts is a few attempts. */
const admission: Prepared = {
  name: 'sign-in-admission',
  text: `
    with place as (
      select $5::boolean or exists (
        select 1 from known_places where user_name = $6 and place = $7 and last > now() - make_interval(secs => $8)) as known
    ), shared as (
      select key, attempts, blocked_until > now() as blocked, first > now() - make_interval(secs => $9) as lately
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
      (select coalesce(json_agg(json_build_object('key', key, 'attempts', attempts)), '[]') from shared where lately) as seen`,
};

async function admit(guess: Guess): Promise<{ own: Limit; shared: SharedLimit[] }> {
  const { of, user, place, placeCounted = false, few = false } = guess;
  // What was typed as a name may be anything, a password by mistake too: only its hash is kept.
  const account = createHash('sha256').update(of).digest('hex').slice(0, 32);
  const { freeAttempts, longestWaitSeconds } = authSettings().lockout;
  const own = { key: `${account} ${placeName(place)}`, free: freeAttempts };
  const limits = [
    ...(placeCounted ? [] : [{ key: `* ${placeName(place)}`, free: freeOf.address, house: true }]),
    { key: `${account} *`, free: freeOf.account, house: false },
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
    rememberedFor,
    forgottenAfter,
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
    await takeBack([own, ...shared.filter(({ claimed }) => claimed)]);
    throw error;
  }
  return { own, shared };
}

async function moreFree(place: string): Promise<number> {
  const { rows } = await db().execute<{ users: number }>(sql`
    select count(*)::int as users from known_places
    where place = ${placeName(place)} and last > now() - make_interval(secs => ${rememberedFor})`);
  return Math.floor((rows[0]?.users ?? 0) / usersForOneMore);
}

/** Not while it has to wait; says whether it was. */
async function count({ key, free }: Limit, guess: Guess): Promise<boolean> {
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
  if (counted?.attempts === free + 1) await recordLock(guess);
  return counted !== undefined;
}

/** Once, when the waiting begins. */
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

/** A wait that has begun stays: whoever knows one password would end it for all that he guesses. */
async function takeBack(limits: Limit[]): Promise<void> {
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

/** The account starts afresh from there, which is a known place once the sign-in is finished; a stay there is noted once an hour. */
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

/** For housekeeping. */
export async function dropOldAttempts(): Promise<void> {
  await db().execute(
    sql`delete from sign_in_attempts where first < now() - make_interval(secs => ${forgottenAfter})`,
  );
}
