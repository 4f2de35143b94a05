import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { authSettings } from './configuration/authSettings.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { sessionsTable, usersTable } from './tables.ts';
import type { User } from './User.ts';
import { userColumns } from './users.ts';

/** Returns the idle timeout and the maximum lifetime of sessions, in seconds. */
function lifetimes() {
  const { idleMinutes, longestHours, rememberedIdleDays, rememberedLongestDays } = authSettings().sessions;
  return {
    plain: { idle: idleMinutes * 60, whole: longestHours * 3600 },
    remembered: { idle: rememberedIdleDays * 86_400, whole: rememberedLongestDays * 86_400 },
  };
}

/**
 * Minimum interval between updates of `last_seen`, in seconds, to avoid a write with every call.
 */
const lastSeenIntervalSeconds = 60;

export interface NewSession {
  /** Value of the browser's cookie. */
  secret: string;
  remembered: boolean;
  /** In seconds. */
  maxAge: number;
}

/** Origin of a session, so that its owner recognizes it. */
export interface SessionOrigin {
  /** User agent of the browser. */
  client: string;
  address: string;
}

/** Returns a session that starts now. */
export function newSession(remembered: boolean): NewSession {
  const { plain, remembered: longer } = lifetimes();
  return { secret: newSecret(), remembered, maxAge: (remembered ? longer : plain).whole };
}

/** Creates a session with its own secret, and ends the browser's previous session. */
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

/** How long the previous secret remains valid after a step-up, in seconds. */
const previousSecretSeconds = 10;

/**
 * Replaces the session's secret, so that an attacker with the previous one doesn't get the new
 * permissions. Returns undefined if the session does not exist.
 */
export async function rotateSession(id: string): Promise<NewSession | undefined> {
  const secret = newSecret();
  const [rotated] = await db()
    .update(sessionsTable)
    .set({
      hash: hashSecret(secret),
      formerHash: sessionsTable.hash,
      formerUntil: sql`now() + make_interval(secs => ${previousSecretSeconds})`,
    })
    .where(eq(sessionsTable.id, id))
    .returning({ remembered: sessionsTable.remembered, expires: sessionsTable.expires });
  if (!rotated) return undefined;
  const maxAge = Math.max(0, Math.floor((rotated.expires.getTime() - Date.now()) / 1000));
  return { secret, remembered: rotated.remembered, maxAge };
}

/** Ends the session of a cookie. */
export async function endSession(secret: string): Promise<void> {
  const hash = hashSecret(secret);
  await db()
    .delete(sessionsTable)
    .where(or(eq(sessionsTable.hash, hash), eq(sessionsTable.formerHash, hash)));
}

/** Ends a session of the user. Returns whether it existed. */
export async function endSessionOf(userName: string, id: string): Promise<boolean> {
  const { rowCount } = await db()
    .delete(sessionsTable)
    .where(and(eq(sessionsTable.id, id), eq(sessionsTable.userName, userName)));
  return Boolean(rowCount);
}

/** Ends all sessions of the user except the given one. Returns their number. */
export async function endOtherSessions(userName: string, id: string | undefined): Promise<number> {
  const { rowCount } = await db()
    .delete(sessionsTable)
    .where(
      and(eq(sessionsTable.userName, userName), id === undefined ? undefined : ne(sessionsTable.id, id)),
    );
  return rowCount ?? 0;
}

/** Returns the condition for sessions that are neither expired nor idle for too long. */
export function isActiveSession() {
  const { plain, remembered } = lifetimes();
  const idle = sql`case when ${sessionsTable.remembered} then ${remembered.idle}::int else ${plain.idle}::int end`;
  return and(
    gt(sessionsTable.expires, sql`now()`),
    gt(sessionsTable.lastSeen, sql`now() - make_interval(secs => ${idle})`),
  );
}

/** Returns the user of a valid session, and renews the session. */
export async function userBySession(secret: string): Promise<User | undefined> {
  const hash = hashSecret(secret);
  return (
    (await findUserBy(eq(sessionsTable.hash, hash))) ??
    findUserBy(and(eq(sessionsTable.formerHash, hash), gt(sessionsTable.formerUntil, sql`now()`)))
  );
}

/**
 * Returns the user of a valid session without renewing it, for requests that pages send
 * automatically.
 */
export async function watchingUser(secret: string): Promise<User | undefined> {
  return findUserBy(eq(sessionsTable.hash, hashSecret(secret)), false);
}

async function findUserBy(session: SQL | undefined, renews = true): Promise<User | undefined> {
  const [found] = await db()
    .select({
      ...userColumns,
      hash: sessionsTable.hash,
      stale: sql<boolean>`${sessionsTable.lastSeen} < now() - make_interval(secs => ${lastSeenIntervalSeconds})`,
    })
    .from(sessionsTable)
    .innerJoin(usersTable, eq(usersTable.name, sessionsTable.userName))
    .where(and(session, isActiveSession(), usersTable.enabled));
  if (!found) return undefined;
  const { stale, hash, ...user } = found;
  if (stale && renews) {
    await db().update(sessionsTable).set({ lastSeen: sql`now()` }).where(eq(sessionsTable.hash, hash));
  }
  return user;
}

/** Deletes expired sessions. */
export async function dropOldSessions(): Promise<void> {
  await db().execute(sql`delete from sessions where expires < now()`);
}
