import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { clearStepCookie, readStepCookie, writeStepCookie } from '../sessionCookie.ts';

/** In seconds: long enough to set up a device. */
const life = 900;
/** Wrong codes; then the password is asked for again. */
const mostAttempts = 5;

export interface PendingSignIn {
  /** Of the browser's cookie: what an enrolment is bound to. */
  hash: Buffer;
  userName: string;
  remembered: boolean;
}

/** After a right password, where a second factor follows: no session, and good for nothing else. */
export async function beginPending(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  remembered: boolean,
): Promise<void> {
  const secret = newSecret();
  await db().execute(sql`
    insert into pending_sign_ins (hash, user_name, remembered, expires)
    values (${hashSecret(secret)}, ${userName}, ${remembered}, now() + make_interval(secs => ${life}))`);
  writeStepCookie(request, reply, 'mfa', secret, life);
}

/** Of this browser and this user, while it holds. */
export async function findPending(
  request: FastifyRequest,
  userName: string,
): Promise<PendingSignIn | undefined> {
  const secret = readStepCookie(request, 'mfa');
  if (secret === undefined) return undefined;
  const { rows } = await db().execute<PendingSignIn & Record<string, unknown>>(sql`
    select p.hash, p.user_name as "userName", p.remembered from pending_sign_ins p join users u on u.name = p.user_name
    where p.hash = ${hashSecret(secret)} and p.user_name = ${userName} and p.expires > now()
      and p.attempts < ${mostAttempts} and u.enabled`);
  return rows[0];
}

/** Counts before the code is looked at; says whether it may be. */
export async function countPendingAttempt({ hash }: PendingSignIn): Promise<boolean> {
  const counted = await db().execute(sql`
    update pending_sign_ins set attempts = attempts + 1 where hash = ${hash} and attempts < ${mostAttempts}`);
  return (counted.rowCount ?? 0) > 0;
}

/** Says whether it was still there: of two at once one goes on. */
export async function endPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash }: PendingSignIn,
): Promise<boolean> {
  const ended = await db().execute(sql`delete from pending_sign_ins where hash = ${hash}`);
  clearStepCookie(request, reply, 'mfa');
  return (ended.rowCount ?? 0) > 0;
}

/** For housekeeping. */
export async function dropOldPending(): Promise<void> {
  await db().execute(sql`delete from pending_sign_ins where expires < now()`);
  await db().execute(sql`delete from mfa_enrolments where created < now() - interval '1 hour'`);
}
