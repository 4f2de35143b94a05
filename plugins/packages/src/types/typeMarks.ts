import { formatOf } from './packageTypes.ts';

const fetched = new Map<string, string>();

/** The icon's path in a square of 24, once it has been fetched. */
export function knownMark(type: string): string | undefined {
  return fetched.get(type);
}

/** Fetches the icon's path; `undefined` for an unknown type, and where the file could not be fetched. */
export async function fetchMark(type: string): Promise<string | undefined> {
  // A failed fetch is not remembered: the next list tries again.
  const file = await formatOf(type)
    ?.mark()
    .catch(() => undefined);
  const path = /<path d="([^"]+)"/.exec(file?.default ?? '')?.[1];
  if (path) fetched.set(type, path);
  return path;
}
