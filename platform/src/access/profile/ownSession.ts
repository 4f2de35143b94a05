import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../storage/db.ts';
import { callerOf } from '../gateway.ts';
import type { SamlSession } from '../saml/samlSessions.ts';
import { hashSecret } from '../secrets.ts';
import { readSessionCookie, writeSessionCookie } from '../sessionCookie.ts';
import { beginSession } from '../sessions.ts';
import { sessionsTable as table, usersTable } from '../tables.ts';

/** How long a profile stays unlocked, in seconds. */
export const unlockedFor = 300;

export interface OwnSession {
  id: string;
  remembered: boolean;
  /** In the past as well as in the future. */
  unlockedUntil?: Date;
}

/**
 * The session that a request came with; undefined for one that shows who it is in another way. Who has no password here cannot be
 * asked for it: such a profile is unlocked for as long as others are after signing in.
 */
export async function ownSession(request: FastifyRequest): Promise<OwnSession | undefined> {
  const secret = secretOf(request);
  if (secret === undefined) return undefined;
  const [found] = await db()
    .select({
      id: table.id,
      remembered: table.remembered,
      unlockedUntil: table.unlockedUntil,
      created: table.created,
      hasPassword: sql<boolean>`${usersTable.passwordHash} is not null`,
    })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.name, table.userName))
    .where(eq(table.hash, hashSecret(secret)));
  if (!found) return undefined;
  const { id, remembered, created, hasPassword } = found;
  const until = hasPassword ? found.unlockedUntil : new Date(created.getTime() + unlockedFor * 1000);
  return { id, remembered, ...(until ? { unlockedUntil: until } : {}) };
}

export function isUnlocked(session: OwnSession | undefined): boolean {
  return session?.unlockedUntil !== undefined && session.unlockedUntil.getTime() > Date.now();
}

export async function unlockSession({ id }: OwnSession): Promise<void> {
  await db()
    .update(table)
    .set({ unlockedUntil: sql`now() + make_interval(secs => ${unlockedFor})` })
    .where(eq(table.id, id));
}

/** A new session in the place of the one that the browser came with, with its cookie. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  remembered: boolean,
  sso?: SamlSession,
): Promise<void> {
  const origin = {
    client: request.headers['user-agent'] ?? '',
    address: request.ip,
    ...(sso ? { sso } : {}),
  };
  const session = await beginSession(userName, remembered, origin, readSessionCookie(request));
  writeSessionCookie(request, reply, session);
}

function secretOf(request: FastifyRequest): string | undefined {
  return callerOf(request).via === 'session' ? readSessionCookie(request) : undefined;
}
