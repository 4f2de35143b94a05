import { HttpError } from '../errors/HttpError.ts';
import { authSettings } from './configuration/authSettings.ts';

const day = 86_400;

/** Of tokens that are issued without a requested lifetime where no maximum is set, in seconds. */
const year = 365 * day;

/** The maximum lifetime that administrators have set for new tokens, in seconds; undefined: none. */
export function maxTokenSeconds(): number | undefined {
  const { maxLifetimeDays } = authSettings().tokens;
  return maxLifetimeDays === 0 ? undefined : maxLifetimeDays * day;
}

/** The lifetime of a token for which none was requested: `usual` seconds, or less where the maximum is shorter. */
export function usualTokenSeconds(usual = maxTokenSeconds() ?? year): number {
  return Math.min(usual, maxTokenSeconds() ?? usual);
}

/** Throws `HttpError` 400 for a lifetime above the maximum; 0 never expires. */
export function checkTokenSeconds(seconds: number): void {
  const max = maxTokenSeconds();
  if (max === undefined || (seconds > 0 && seconds <= max)) return;
  throw new HttpError(
    400,
    'BAD_EXPIRY',
    `Invalid expires_in ${seconds}. The maximum lifetime of new tokens is ${max / day} days. Expected 1 to ${max} seconds. Administrators can change the maximum in the sign-in settings.`,
  );
}
