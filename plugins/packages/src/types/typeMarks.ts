import { formatOf } from './packageTypes.ts';

const fetched = new Map<string, string>();
const pending = new Map<string, Promise<string | undefined>>();

/** Returns the icon's path in a square of 24 pixels, if already fetched. */
export function knownMark(type: string): string | undefined {
  return fetched.get(type);
}

/**
 * Fetches the icon's path, once for all rows that need it; `undefined` for an unknown type, and if
 * the request fails.
 */
export function fetchMark(type: string): Promise<string | undefined> {
  const running = pending.get(type) ?? fetchPath(type).finally(() => pending.delete(type));
  pending.set(type, running);
  return running;
}

async function fetchPath(type: string): Promise<string | undefined> {
  // A failure is not cached: the next list retries.
  const file = await formatOf(type)
    ?.mark()
    .catch(() => undefined);
  const path = /<path d="([^"]+)"/.exec(file?.default ?? '')?.[1];
  if (path) fetched.set(type, path);
  return path;
}
