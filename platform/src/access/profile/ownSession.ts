import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { callerOf } from '../gateway.ts';
import { hashSecret } from '../secrets.ts';
import { readSessionCookie, writeSessionCookie } from '../sessionCookie.ts';
import { beginSession, rotateSession } from '../sessions.ts';
import { sessionsTable as table, usersTable } from '../tables.ts';

/** How long a profile stays unlocked, in seconds. */
const unlockedFor = 300;

export interface OwnSession {
  id: string;
  remembered: boolean;
  hasPassword: boolean;
  /** When the user showed who he is: as the session began, or before, where a provider knew him still. */
  shown: Date;
  /** In the past as well as in the future. */
  unlockedUntil?: Date;
}

/**
 * The session that a request came with; undefined for one that shows who it is in another way. Who has no password here cannot be
 * asked for it: such a profile is unlocked for as long as others are after he has shown who he is.
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
  const { id, remembered, shown, hasPassword } = found;
  const until = hasPassword ? found.unlockedUntil : new Date(shown.getTime() + unlockedFor * 1000);
  return { id, remembered, shown, hasPassword, ...(until ? { unlockedUntil: until } : {}) };
}

export function isUnlocked(session: OwnSession | undefined): boolean {
  return session?.unlockedUntil !== undefined && session.unlockedUntil.getTime() > Date.now();
}

/** Whoever shows his password in a session gets another secret for it. Gives until when it is unlocked. */
export async function unlockSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: OwnSession,
): Promise<Date | undefined> {
  const [unlocked] = await db()
    .update(table)
    .set({ unlockedUntil: sql`now() + make_interval(secs => ${unlockedFor})` })
    .where(eq(table.id, id))
    .returning({ until: table.unlockedUntil });
  await stepUp(request, reply, id);
  return unlocked?.until ?? undefined;
}

/** Another secret for the session, because it may do more from now on. */
export async function stepUp(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
  const session = await rotateSession(id);
  if (session) writeSessionCookie(request, reply, session);
}

/** How long a sign-in is fresh, in seconds: for what is dangerous one signs in again after it. */
const freshFor = 1800;

export function isFresh(session: OwnSession): boolean {
  return session.shown.getTime() > Date.now() - freshFor * 1000;
}

/** A new session in the place of the one that the browser came with, with its cookie. */
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
