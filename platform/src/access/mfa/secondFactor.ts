import { randomInt } from 'node:crypto';
import type { MfaEnrolment } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import { forgetPassword } from '../passwords/verifiedPasswords.ts';
import { hashSecret } from '../secrets.ts';

/** Tolerated difference of a device's clock in either direction, in seconds. */
const toleranceSeconds = 30;
const recoveryCodeCount = 10;
/** No vowels, so that codes spell no words. */
const letters = 'bcdfghjkmnpqrstvwxyz23456789';

/** Creates a secret to show, bound to the session or the pending sign-in. */
export async function beginEnrollment(
  holder: Buffer,
  userName: string,
  issuer: string,
  seal: Seal,
): Promise<MfaEnrolment> {
  const [{ generateSecret, generateURI }, { renderSVG }] = await Promise.all([
    import('otplib/functional'),
    import('uqr'),
  ]);
  const secret = generateSecret({ length: 20 });
  const uri = generateURI({ issuer, label: userName, secret });
  const sealed = seal.close(secret, use(userName));
  await db().execute(sql`
    insert into mfa_enrolments (holder, user_name, sealed) values (${holder}, ${userName}, ${sealed})
    on conflict (holder) do update set user_name = excluded.user_name, sealed = excluded.sealed, created = now()`);
  const qr = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M', border: 2 }))}`;
  return { qr, secret, uri };
}

/**
 * Activates MFA if the device's code is correct. Returns the recovery codes, or undefined for a
 * wrong code. `replaces`: the device replaces another one, whose user is signed in.
 */
export async function confirmEnrollment(
  holder: Buffer,
  userName: string,
  otp: string,
  seal: Seal,
  replaces = false,
): Promise<string[] | undefined> {
  const { rows } = await db().execute<{ sealed: Buffer }>(sql`
    select sealed from mfa_enrolments
    where holder = ${holder} and user_name = ${userName} and created > now() - interval '1 hour'`);
  const [shown] = rows;
  if (!shown) throw new HttpError(403, 'MFA_NOT_PENDING', 'No MFA setup is in progress. Start over.');
  const step = await stepOf(plain(otp), open(shown.sealed, userName, seal), 0);
  if (step === undefined) return undefined;
  return transaction(async () => {
    if (replaces) await db().execute(sql`delete from mfa_secrets where user_name = ${userName}`);
    const made = await db().execute(sql`
      insert into mfa_secrets (user_name, sealed, last_step) values (${userName}, ${shown.sealed}, ${step})
      on conflict do nothing`);
    if (!made.rowCount) throw new HttpError(403, 'MFA_NOT_PENDING', 'MFA is already set up for this user');
    await db().execute(sql`delete from mfa_enrolments where user_name = ${userName}`);
    await db().execute(sql`update users set mfa_since = now() where name = ${userName}`);
    forgetPassword(userName);
    return renewRecoveryCodes(userName);
  });
}

/**
 * Verifies a code of the device, or a recovery code, which is then used up. Returns the kind of
 * code.
 */
export async function checkSecondFactor(
  userName: string,
  otp: string,
  seal: Seal,
): Promise<'device' | 'recovery' | undefined> {
  const typed = plain(otp);
  if (!/^\d{6}$/.test(typed)) return (await useRecoveryCode(userName, typed)) ? 'recovery' : undefined;
  const { rows } = await db().execute<{ sealed: Buffer; last: string }>(
    sql`select sealed, last_step::text as last from mfa_secrets where user_name = ${userName}`,
  );
  const [kept] = rows;
  if (!kept) return undefined;
  const step = await stepOf(typed, open(kept.sealed, userName, seal), Number(kept.last));
  if (step === undefined) return undefined;
  // Only one of two concurrent requests with the same code succeeds.
  const taken = await db().execute(
    sql`update mfa_secrets set last_step = ${step} where user_name = ${userName} and last_step < ${step}`,
  );
  return taken.rowCount ? 'device' : undefined;
}

async function stepOf(token: string, secret: string, after: number): Promise<number | undefined> {
  if (!/^\d{6}$/.test(token)) return undefined;
  const { verify } = await import('otplib/functional');
  const found = await verify({ secret, token, epochTolerance: toleranceSeconds });
  if (!found.valid || !('timeStep' in found) || found.timeStep <= after) return undefined;
  return found.timeStep;
}

/** Replaces the recovery codes. The previous ones are no longer valid. */
export async function renewRecoveryCodes(userName: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await transaction(async () => {
    await db().execute(sql`delete from mfa_recovery_codes where user_name = ${userName}`);
    for (const code of codes) {
      await db().execute(
        sql`insert into mfa_recovery_codes (user_name, hash) values (${userName}, ${hashSecret(plain(code))})`,
      );
    }
  });
  return codes;
}

async function useRecoveryCode(userName: string, typed: string): Promise<boolean> {
  const used = await db().execute(
    sql`delete from mfa_recovery_codes where user_name = ${userName} and hash = ${hashSecret(typed)}`,
  );
  return (used.rowCount ?? 0) > 0;
}

export async function recoveryCodesLeft(userName: string): Promise<number> {
  const { rows } = await db().execute<{ left: number }>(
    sql`select count(*)::int as left from mfa_recovery_codes where user_name = ${userName}`,
  );
  return rows[0]?.left ?? 0;
}

/** Returns whether MFA was set up. */
export async function removeSecondFactor(userName: string): Promise<boolean> {
  return transaction(async () => {
    const removed = await db().execute(sql`delete from mfa_secrets where user_name = ${userName}`);
    await db().execute(sql`delete from mfa_recovery_codes where user_name = ${userName}`);
    await db().execute(sql`update users set mfa_since = null where name = ${userName}`);
    forgetPassword(userName);
    return (removed.rowCount ?? 0) > 0;
  });
}

/**
 * Returns 16 letters in groups of four, about 77 bits. They cannot be guessed, so a fast hash is
 * sufficient.
 */
function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Normalizes typed codes: removes spaces and hyphens, and lowercases. */
function plain(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

function open(sealed: Buffer, userName: string, seal: Seal): string {
  try {
    return seal.open(sealed, use(userName));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      409,
      'SEALED_ELSEWHERE',
      'The MFA secret was encrypted with a key that no longer exists. Ask an administrator to reset MFA, then set it up again.',
    );
  }
}

function use(userName: string): string {
  return `second-factor:${userName}`;
}
