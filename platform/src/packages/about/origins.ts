import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import type { Origin } from './Origin.ts';

/** A version and its lead file. */
export interface OriginOf {
  name: string;
  version: string;
  file: FileRow;
}

export type OriginReader = (version: OriginOf) => Promise<Origin | undefined>;

const readers = new Map<string, OriginReader>();

/** Registers the reader of origins for a package type. */
export function useOrigin(type: string, reader: OriginReader): void {
  readers.set(type, reader);
}

/**
 * Cached origins, by repository and file: some metadata is outside of the lead file, and files
 * with the same path can change.
 */
export const createOrigins = () => new LRUCache<string, Origin>({ max: 2000, ttl: 10 * 60_000 });
const cached = () => currentPlatform().packages.origins;

/** Returns an empty origin for formats without metadata and for unreadable files. */
export async function originOf(type: string, version: OriginOf): Promise<Origin> {
  const { repo, path, sha256 } = version.file;
  const key = `${repo} ${path} ${sha256}`;
  const known = cached().get(key);
  if (known) return known;
  const origin = await readOrigin(type, version);
  cached().set(key, origin);
  return origin;
}

async function readOrigin(type: string, version: OriginOf): Promise<Origin> {
  try {
    return (await readers.get(type)?.(version)) ?? {};
  } catch (error) {
    // Show the page without its links rather than an error.
    if (error instanceof HttpError && (error.status === 400 || error.status === 404)) return {};
    throw error;
  }
}
