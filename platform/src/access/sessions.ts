import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { authSettings } from './configuration/authSettings.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { sessionsTable, usersTable } from './tables.ts';
import type { User } from './User.ts';
import { userColumns } from './users.ts';

/** In seconds: how long a session lasts that is not used, and how long it lasts at the most. */
function lifetimes() {
  const { idleMinutes, longestHours, rememberedIdleDays, rememberedLongestDays } = authSettings().sessions;
  return {
    plain: { idle: idleMinutes * 60, whole: longestHours * 3600 },
    remembered: { idle: rememberedIdleDays * 86_400, whole: rememberedLongestDays * 86_400 },
  };
}

/** How old `last_seen` may get before it is written again, in seconds: not a write with every call. */
const seenEvery = 60;

export interface NewSession {
  /** For the browser's cookie. */
  secret: string;
  remembered: boolean;
  /** In seconds. */
  maxAge: number;
}

/** Where a session begins, for its owner to recognise. */
export interface SessionOrigin {
  /** What the browser says it is. */
  client: string;
  address: string;
}

/** One that is to begin now. */
export function newSession(remembered: boolean): NewSession {
  const { plain, remembered: longer } = lifetimes();
  return { secret: newSecret(), remembered, maxAge: (remembered ? longer : plain).whole };
}

/** Begins a session with a secret of its own, and ends the one that the browser came with. */
export async function beginSession(
  userName: string,
  remembered: boolean,
  { client, address }: SessionOrigin,
  former?: string,
): Promise<NewSession> {
  const session = newSession(remembered);
  await transaction(async () => {
    if (former) await endSession(former);
    await db()
      .insert(sessionsTable)
      .values({
        hash: hashSecret(session.secret),
        userName,
        remembered,
        client: client.slice(0, 300),
        address,
        expires: sql`now() + make_interval(secs => ${session.maxAge})`,
      });
  });
  return session;
}

/** How long what was sent with the secret before a step up still finds the session, in seconds. */
const formerHolds = 10;

/**
 * Gives the session another secret: whoever has got hold of the one before has none that can do more. Undefined when there is no such
 * session.
 */
export async function rotateSession(id: string): Promise<NewSession | undefined> {
  const secret = newSecret();
  const [rotated] = await db()
    .update(sessionsTable)
    .set({
      hash: hashSecret(secret),
      formerHash: sessionsTable.hash,
      formerUntil: sql`now() + make_interval(secs => ${formerHolds})`,
    })
    .where(eq(sessionsTable.id, id))
    .returning({ remembered: sessionsTable.remembered, expires: sessionsTable.expires });
  if (!rotated) return undefined;
  const maxAge = Math.max(0, Math.floor((rotated.expires.getTime() - Date.now()) / 1000));
  return { secret, remembered: rotated.remembered, maxAge };
}

export async function endSession(secret: string): Promise<void> {
  const hash = hashSecret(secret);
  await db()
    .delete(sessionsTable)
    .where(or(eq(sessionsTable.hash, hash), eq(sessionsTable.formerHash, hash)));
}

/** Of a session: neither its time nor its patience has run out. */
export function stillHolds() {
  const { plain, remembered } = lifetimes();
  const idle = sql`case when ${sessionsTable.remembered} then ${remembered.idle}::int else ${plain.idle}::int end`;
  return and(
    gt(sessionsTable.expires, sql`now()`),
    gt(sessionsTable.lastSeen, sql`now() - make_interval(secs => ${idle})`),
  );
}

/** The user of a session that still holds. */
export async function userBySession(secret: string): Promise<User | undefined> {
  const hash = hashSecret(secret);
  return (
    (await findUserBy(eq(sessionsTable.hash, hash))) ??
    findUserBy(and(eq(sessionsTable.formerHash, hash), gt(sessionsTable.formerUntil, sql`now()`)))
  );
}

async function findUserBy(session: SQL | undefined): Promise<User | undefined> {
  const [found] = await db()
    .select({
      ...userColumns,
      hash: sessionsTable.hash,
      stale: sql<boolean>`${sessionsTable.lastSeen} < now() - make_interval(secs => ${seenEvery})`,
    })
    .from(sessionsTable)
    .innerJoin(usersTable, eq(usersTable.name, sessionsTable.userName))
    .where(and(session, stillHolds(), usersTable.enabled));
  if (!found) return undefined;
  const { stale, hash, ...user } = found;
  if (stale) {
    await db().update(sessionsTable).set({ lastSeen: sql`now()` }).where(eq(sessionsTable.hash, hash));
  }
  return user;
}

/** For housekeeping. */
export async function dropOldSessions(): Promise<void> {
  await db().execute(sql`delete from sessions where expires < now()`);
}
