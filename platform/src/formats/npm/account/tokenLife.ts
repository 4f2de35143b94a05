import { usualTokenSeconds } from '../../../access/tokens/tokenLifetime.ts';

/** Lifetime of a token from `npm login` in seconds: 90 days, or the maximum if it is shorter. */
export function npmTokenSeconds(): number {
  return usualTokenSeconds(90 * 86_400);
}
