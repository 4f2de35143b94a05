import type { AheadRequest } from '@lading/contract/rest';
import type { MatchedRoute } from './matchRoute.ts';

/** What the shell asks before every page that is not public. */
const INITIAL: readonly AheadRequest[] = [
  { path: '/ui/api/v1/ui/auth/current' },
  { path: '/ui/api/v1/system/auth/screen/footer' },
];

/**
 * Calls for the browser to make before the code that needs them is there: what every page needs, and what the route's
 * screen asks first where its address has no query.
 */
export function aheadCalls(match: MatchedRoute | undefined, query: string | undefined): AheadRequest[] {
  const own = query ? [] : (match?.route.ahead ?? []);
  // Of this server alone; the browser says what is wrong with a manifest.
  const initial = match?.route.public ? [] : INITIAL;
  return [...initial, ...own.filter((call) => /^\/(?!\/)/.test(String(call?.path)))];
}
