import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { clearStepCookie, readStepCookie, writeStepCookie } from '../sessionCookie.ts';

/** Lifetime in seconds, long enough to set up a device. */
const lifetimeSeconds = 900;
/** Maximum number of wrong codes before the password is required again. */
const maxAttempts = 5;

export interface PendingSignIn {
  /** Hash of the browser's cookie, which an enrollment is bound to. */
  hash: Buffer;
  userName: string;
  remembered: boolean;
}

/**
 * Records a correct password that requires MFA. A pending sign-in is not a session and grants
 * nothing.
 */
export async function beginPending(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  remembered: boolean,
): Promise<void> {
  const secret = newSecret();
  await db().execute(sql`
    insert into pending_sign_ins (hash, user_name, remembered, expires)
    values (${hashSecret(secret)}, ${userName}, ${remembered}, now() + make_interval(secs => ${lifetimeSeconds}))`);
  writeStepCookie(request, reply, 'mfa', secret, lifetimeSeconds);
}

/** Returns the valid pending sign-in of this browser and user. */
export async function findPending(
  request: FastifyRequest,
  userName: string,
): Promise<PendingSignIn | undefined> {
  const secret = readStepCookie(request, 'mfa');
  if (secret === undefined) return undefined;
  const { rows } = await db().execute<PendingSignIn & Record<string, unknown>>(sql`
    select p.hash, p.user_name as "userName", p.remembered from pending_sign_ins p join users u on u.name = p.user_name
    where p.hash = ${hashSecret(secret)} and p.user_name = ${userName} and p.expires > now()
      and p.attempts < ${maxAttempts} and u.enabled`);
  return rows[0];
}

/** Counts an attempt before the code is verified. Returns whether it is allowed. */
export async function countPendingAttempt({ hash }: PendingSignIn): Promise<boolean> {
  const counted = await db().execute(sql`
    update pending_sign_ins set attempts = attempts + 1 where hash = ${hash} and attempts < ${maxAttempts}`);
  return (counted.rowCount ?? 0) > 0;
}

/** Deletes the pending sign-in. Returns `false` if a concurrent request already did. */
export async function endPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash }: PendingSignIn,
): Promise<boolean> {
  const ended = await db().execute(sql`delete from pending_sign_ins where hash = ${hash}`);
  clearStepCookie(request, reply, 'mfa');
  return (ended.rowCount ?? 0) > 0;
}

/** Deletes expired pending sign-ins. */
export async function dropOldPending(): Promise<void> {
  await db().execute(sql`delete from pending_sign_ins where expires < now()`);
  await db().execute(sql`delete from mfa_enrolments where created < now() - interval '1 hour'`);
}
