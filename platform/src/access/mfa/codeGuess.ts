import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { audit } from '../audit/audit.ts';
import { placeOf } from '../knownPlaces.ts';
import { originOf } from '../origin.ts';
import { type Guess, withinLimits } from '../signInLimits.ts';
import { checkSecondFactor } from './secondFactor.ts';

/**
 * Returns an attempt with an MFA code. Counted separately from password attempts, which are reset
 * by the correct password.
 */
export async function codeGuess(request: FastifyRequest, user: string): Promise<Guess> {
  const place = await placeOf(request, user);
  return { of: `MFA of ${user}`, user, place, origin: originOf(request), few: true };
}

/** Writes an audit record and returns the error to throw. */
export async function wrongCode(
  request: FastifyRequest,
  user: string,
  detail = 'Invalid MFA code',
): Promise<HttpError> {
  await audit(originOf(request), { event: 'mfa-verified', outcome: 'failure', user, detail });
  return new HttpError(401, 'BAD_OTP', 'The code is invalid or was already used');
}

/**
 * Verifies a code of the user's device, or a recovery code, which is then used up. Throws
 * `HttpError` 401 for a wrong one, or 429.
 */
export async function takeCode(request: FastifyRequest, user: string, otp: string): Promise<void> {
  const guess = await codeGuess(request, user);
  const shown = await withinLimits(guess, () => checkSecondFactor(user, otp, request.server.seal));
  if (!shown) throw await wrongCode(request, user);
  await recordCode(request, user, shown);
}

export function recordCode(
  request: FastifyRequest,
  user: string,
  shown: 'device' | 'recovery' | undefined,
): Promise<void> {
  const event = shown === 'recovery' ? 'mfa-recovery-code' : 'mfa-verified';
  return audit(originOf(request), { event, user });
}
