import { and, eq, gt, sql } from 'drizzle-orm';
import { db, transaction } from '../storage/db.ts';
import { authSettings } from './configuration/authSettings.ts';
import type { SamlSession } from './saml/samlSessions.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { sessionsTable, usersTable } from './tables.ts';
import { type User, userColumns } from './users.ts';

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
  /** How the provider calls it that signed the user in. */
  sso?: SamlSession;
}

/** Begins a session with a secret of its own, and ends the one that the browser came with. */
export async function beginSession(
  userName: string,
  remembered: boolean,
  { client, address, sso }: SessionOrigin,
  former?: string,
): Promise<NewSession> {
  const secret = newSecret();
  const { plain, remembered: longer } = lifetimes();
  const { whole } = remembered ? longer : plain;
  await transaction(async () => {
    if (former) await endSession(former);
    await db()
      .insert(sessionsTable)
      .values({
        hash: hashSecret(secret),
        userName,
        remembered,
        client: client.slice(0, 300),
        address,
        sso: sso ?? null,
        expires: sql`now() + make_interval(secs => ${whole})`,
      });
  });
  return { secret, remembered, maxAge: whole };
}

export async function endSession(secret: string): Promise<void> {
  await db()
    .delete(sessionsTable)
    .where(eq(sessionsTable.hash, hashSecret(secret)));
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
  const [found] = await db()
    .select({
      ...userColumns,
      stale: sql<boolean>`${sessionsTable.lastSeen} < now() - make_interval(secs => ${seenEvery})`,
    })
    .from(sessionsTable)
    .innerJoin(usersTable, eq(usersTable.name, sessionsTable.userName))
    .where(and(eq(sessionsTable.hash, hash), stillHolds(), usersTable.enabled));
  if (!found) return undefined;
  const { stale, ...user } = found;
  if (stale) {
    await db().update(sessionsTable).set({ lastSeen: sql`now()` }).where(eq(sessionsTable.hash, hash));
  }
  return user;
}

/** For housekeeping. */
export async function dropOldSessions(): Promise<void> {
  await db().execute(sql`delete from sessions where expires < now()`);
}
