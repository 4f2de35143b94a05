import { buffer } from 'node:stream/consumers';
import { currentPlatform } from '../../../database/db.ts';
import type { OpenFile } from '../../../files/sendFile.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import { blobs } from '../../../storage/storage.ts';

/**
 * Limits in bytes, per tarball and in total. Most tarballs are small, and opening the file takes
 * longer than sending it.
 */
const smallBytes = 128 * 1024;
const capacityBytes = 24 * 1024 * 1024;

export const createRecentTarballs = () => new CountedCache<Promise<Buffer>>({ maxSize: capacityBytes });
const recent = () => currentPlatform().formats.npm.recentTarballs;

/**
 * Opens a tarball, from memory if it is small and was requested recently. Content with a given hash
 * never changes.
 */
export const openTarball: OpenFile = async ({ sha256, size }, range) => {
  if (size > smallBytes) return blobs().open(sha256, range);
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
