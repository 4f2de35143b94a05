import type { Place } from '@lading/contract';

/** A place that is not yet an entry of the history. */
export type Target = Pick<Place, 'pathname' | 'search' | 'hash' | 'state'>;

/** Reads an address below `/ui`: `/packages?name=x#y`, or the whole of it with its origin. */
export function targetOf(to: string, from: Pick<Place, 'pathname' | 'search'>, state?: unknown): Target {
  const base = new URL(`http://lading${from.pathname}${from.search}`);
  const { pathname, search, hash } = new URL(to, base);
  return { pathname, search, hash, state };
}

/** `/packages?name=x#y` */
export function pathOf({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash;
}

/** Where `url` is below the console's base, or `undefined` when it is elsewhere, or one of the server's own files. */
export function placeBelow(url: URL, base: string): Target | undefined {
  const root = base.replace(/\/$/, '');
  const inside = url.pathname === root || url.pathname.startsWith(`${root}/`);
  if (url.origin !== location.origin || !inside) return undefined;
  const pathname = url.pathname.slice(root.length) || '/';
  if (SERVED.test(pathname)) return undefined;
  return { pathname, search: url.search, hash: url.hash };
}

/** What the server answers by itself below the base. */
const SERVED = /^\/(?:api|assets|contributions|plugins|workers)\/|^\/importmap\.json$/;
