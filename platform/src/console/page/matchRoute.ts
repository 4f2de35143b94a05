import type { AheadRequest } from '@lading/contract/rest';
import type { ConsoleState, MappedPlugin } from '../ConsoleState.ts';

export interface MatchedRoute {
  plugin: MappedPlugin;
  route: { name: string; frameless: boolean; public: boolean; ahead: readonly AheadRequest[] };
}

/**
 * Returns the plugin route that would show `pathname` (without `/ui`): the one with the most fixed
 * segments, as in react-router.
 */
export function matchRoute(state: ConsoleState, pathname: string): MatchedRoute | undefined {
  let best: (MatchedRoute & { rank: number }) | undefined;
  for (const plugin of state.plugins) {
    const routes = plugin.plugin?.manifest.contributions.routes;
    // The browser reports errors in a manifest. An invalid manifest must only not fail here.
    for (const route of Array.isArray(routes) ? routes : []) {
      if (typeof route?.path !== 'string') continue;
      const rank = rankOf(route.path, pathname);
      if (rank === undefined || (best && best.rank >= rank)) continue;
      best = {
        plugin,
        route: {
          name: route.name,
          // An untrusted plugin could imitate the sign-in page.
          frameless: route.frameless === true && !plugin.boot.frame,
          public: route.public === true && !plugin.boot.frame,
          ahead: Array.isArray(route.ahead) ? route.ahead : [],
        },
        rank,
      };
    }
  }
  return best;
}

/** Returns how well `pattern` (`/packages/:id?/*`) matches, or `undefined` if it doesn't. */
export function rankOf(pattern: string, pathname: string): number | undefined {
  const parts = partsOf(pattern);
  const found = partsOf(pathname);
  let rank = 0;
  for (const [index, part] of parts.entries()) {
    const value = found[index];
    if (part === '*') return rank;
    if (value === undefined) {
      if (!part.endsWith('?')) return undefined;
    } else if (part.startsWith(':')) {
      rank += 3;
    } else if (part.replace(/\?$/, '').toLowerCase() === value.toLowerCase()) {
      rank += 10;
    } else {
      return undefined;
    }
  }
  return found.length > parts.length ? undefined : rank + 1;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
