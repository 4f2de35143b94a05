import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import type { OpenFile } from '../../../files/sendFile.ts';
import { blobs } from '../../../storage/storage.ts';

/** Most tarballs are small: opening the file takes longer than sending it. In bytes, of one and of all. */
const small = 128 * 1024;
const capacity = 24 * 1024 * 1024;

export const createRecentTarballs = () => new LRUCache<string, Promise<Buffer>>({ maxSize: capacity });
const recent = () => currentPlatform().formats.npm.recentTarballs;

/** The bytes of a tarball, from memory when they are few and were asked for lately. What has a hash never changes. */
export const openTarball: OpenFile = async ({ sha256, size }, range) => {
  if (size > small) return blobs().open(sha256, range);
  const known = recent().get(sha256);
  const bytes = known ?? blobs().open(sha256).then(buffer);
  if (!known) {
    const kept = recent();
    kept.set(sha256, bytes, { size: size + 500 });
    bytes.catch(() => kept.delete(sha256));
  }
  const whole = await bytes;
  return range ? whole.subarray(range.start, range.end + 1) : whole;
};
