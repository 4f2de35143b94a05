import { HttpError } from '../../errors/HttpError.ts';
import { authSettings } from '../configuration/authSettings.ts';

const day = 86_400;

/** Default lifetime of tokens without a maximum, in seconds. */
const year = 365 * day;

/**
 * Returns the maximum lifetime of new tokens that administrators have set, in seconds, or
 * undefined.
 */
export function maxTokenSeconds(): number | undefined {
  const { maxLifetimeDays } = authSettings().tokens;
  return maxLifetimeDays === 0 ? undefined : maxLifetimeDays * day;
}

/**
 * Returns the lifetime of a token without a requested one: `usual` seconds, but no more than the
 * maximum.
 */
export function usualTokenSeconds(usual = maxTokenSeconds() ?? year): number {
  return Math.min(usual, maxTokenSeconds() ?? usual);
}

/** Throws `HttpError` 400 for a lifetime above the maximum. 0 never expires. */
export function checkTokenSeconds(seconds: number): void {
  const max = maxTokenSeconds();
  if (max === undefined || (seconds > 0 && seconds <= max)) return;
  throw new HttpError(
    400,
    'BAD_EXPIRY',
    `Invalid expires_in ${seconds}. The maximum lifetime of new tokens is ${max / day} days. Expected 1 to ${max} seconds. Administrators can change the maximum in the sign-in settings.`,
  );
}
