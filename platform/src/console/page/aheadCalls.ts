import type { AheadRequest } from '@lading/contract/rest';
import type { MatchedRoute } from './matchRoute.ts';

/** Requests that the shell makes for every page that is not public. */
const INITIAL: readonly AheadRequest[] = [
  { path: '/ui/api/v1/ui/auth/current' },
  { path: '/ui/api/v1/system/auth/screen/footer' },
];

/**
 * Returns calls that the browser makes before the code that needs them is loaded: those of every
 * page and, if the URL has no query, the first calls of the route's screen.
 */
export function aheadCalls(match: MatchedRoute | undefined, query: string | undefined): AheadRequest[] {
  // The calls of an untrusted plugin are checked in the page, before they are sent.
  const own = query || match?.plugin.boot.frame ? [] : (match?.route.ahead ?? []);
  // Only calls to this server. The browser reports errors in a manifest.
  const initial = match?.route.public ? [] : INITIAL;
  return [...initial, ...own.filter((call) => /^\/(?!\/)/.test(String(call?.path)))];
}
