import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { callerOf } from '../gateway.ts';
import { hashSecret } from '../secrets.ts';
import { readSessionCookie, writeSessionCookie } from '../sessionCookie.ts';
import { beginSession, rotateSession } from '../sessions.ts';
import { sessionsTable as table, usersTable } from '../tables.ts';
import { isFromFrame } from '../untrustedCalls.ts';

/** How long a profile stays unlocked, in seconds. */
const unlockedSeconds = 300;

export interface OwnSession {
  id: string;
  remembered: boolean;
  hasPassword: boolean;
  /**
   * When the user authenticated: at the start of the session, or earlier if the provider already
   * had a session.
   */
  shown: Date;
  /** May be in the past. */
  unlockedUntil?: Date;
}

/**
 * Returns the session of a request, or undefined if it was authenticated in another way. Users
 * without a local password cannot enter it, so their profile counts as unlocked for the usual time
 * after they authenticated. For calls of untrusted plugins, no sign-in is recent, and no profile
 * unlocked.
 */
export async function ownSession(request: FastifyRequest): Promise<OwnSession | undefined> {
  const secret = secretOf(request);
  if (secret === undefined) return undefined;
  const [found] = await db()
    .select({
      id: table.id,
      remembered: table.remembered,
      unlockedUntil: table.unlockedUntil,
      shown: sql`coalesce(to_timestamp((${table.sso}->>'shown')::float8), ${table.created})`.mapWith(
        table.created,
      ),
      hasPassword: sql<boolean>`${usersTable.passwordHash} is not null`,
    })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.name, table.userName))
    .where(eq(table.hash, hashSecret(secret)));
  if (!found) return undefined;
  const { id, remembered, hasPassword } = found;
  if (isFromFrame(request)) return { id, remembered, hasPassword, shown: new Date(0) };
  const { shown } = found;
  const until = hasPassword ? found.unlockedUntil : new Date(shown.getTime() + unlockedSeconds * 1000);
  return { id, remembered, shown, hasPassword, ...(until ? { unlockedUntil: until } : {}) };
}

export function isUnlocked(session: OwnSession | undefined): boolean {
  return session?.unlockedUntil !== undefined && session.unlockedUntil.getTime() > Date.now();
}

/**
 * Unlocks the profile after the password was entered, and replaces the session's secret. Returns
 * when the profile is locked again.
 */
export async function unlockSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: OwnSession,
): Promise<Date | undefined> {
  const [unlocked] = await db()
    .update(table)
    .set({ unlockedUntil: sql`now() + make_interval(secs => ${unlockedSeconds})` })
    .where(eq(table.id, id))
    .returning({ until: table.unlockedUntil });
  await stepUp(request, reply, id);
  return unlocked?.until ?? undefined;
}

/** Replaces the secret of a session, because the session gets more permissions. */
export async function stepUp(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
  const session = await rotateSession(id);
  if (session) writeSessionCookie(request, reply, session);
}

/** How long a sign-in counts as recent, in seconds. Sensitive actions require a recent sign-in. */
const recentSignInSeconds = 1800;

export function isFresh(session: OwnSession): boolean {
  return session.shown.getTime() > Date.now() - recentSignInSeconds * 1000;
}

/** Creates a session with its cookie, replacing the browser's previous one. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  remembered: boolean,
): Promise<void> {
  const origin = { client: request.headers['user-agent'] ?? '', address: request.ip };
  const session = await beginSession(userName, remembered, origin, readSessionCookie(request));
  writeSessionCookie(request, reply, session);
}

function secretOf(request: FastifyRequest): string | undefined {
  return callerOf(request).via === 'session' ? readSessionCookie(request) : undefined;
}
