import { usualTokenSeconds } from '../../../access/tokenLifetime.ts';

/** The lifetime of a token of `npm login` in seconds: 90 days, or less where the maximum is shorter. */
export function npmTokenSeconds(): number {
  return usualTokenSeconds(90 * 86_400);
}
