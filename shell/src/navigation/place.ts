import type { Place } from '@lading/contract';

/** Location that is not a history entry yet. */
export type Target = Pick<Place, 'pathname' | 'search' | 'hash' | 'state'>;

/** Parses a URL below `/ui`: `/packages?name=x#y`, or an absolute URL with its origin. */
export function targetOf(to: string, from: Pick<Place, 'pathname' | 'search'>, state?: unknown): Target {
  const base = new URL(`http://lading${from.pathname}${from.search}`);
  const { pathname, search, hash } = new URL(to, base);
  return { pathname, search, hash, state };
}

/** Formats a location as `/packages?name=x#y`. */
export function pathOf({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash;
}

/**
 * Returns the location of `url` below the console's base. Returns `undefined` for other URLs and
 * for files that the server itself serves there.
 */
export function placeBelow(url: URL, base: string): Target | undefined {
  const root = base.replace(/\/$/, '');
  const inside = url.pathname === root || url.pathname.startsWith(`${root}/`);
  if (url.origin !== location.origin || !inside) return undefined;
  const pathname = url.pathname.slice(root.length) || '/';
  if (SERVED.test(pathname)) return undefined;
  return { pathname, search: url.search, hash: url.hash };
}

/** Paths below the base that the server handles. */
const SERVED = /^\/(?:api|assets|contributions|frames|plugins|workers)\/|^\/importmap\.json$/;
