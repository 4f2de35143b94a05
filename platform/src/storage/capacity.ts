import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Throws `QuotaExceeded` if so many bytes more cannot be stored in the repository. Called for each
 * upload, so it must not wait. `from`: the repository that the content is moved from, whose quotas
 * count it already.
 */
type CapacityCheck = (repo: string, bytes: number, from?: string) => void;

/** The check of a platform. Without one, uploads are not limited. */
interface Capacity {
  check?: CapacityCheck;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly capacity: Capacity;
  }
}

/** Job that rereads quotas. Woken after a change. */
export const quotaJob = 'read-storage-quotas';

/**
 * Checks the quotas before content is stored in a repository: so many bytes, if known. Throws
 * `HttpError` 507.
 */
export function assertCapacity(repo: string, bytes = 0, from?: string): void {
  currentPlatform().capacity.check?.(repo, bytes, from);
}

/** The same for content of several repositories, which is stored as a whole or not at all. */
export function assertCapacityForAll(files: Iterable<{ repo: string; size: number }>): void {
  const bytes = new Map<string, number>();
  for (const { repo, size } of files) bytes.set(repo, (bytes.get(repo) ?? 0) + size);
  for (const [repo, size] of bytes) assertCapacity(repo, size);
}

/** Rejects content that a storage quota has no room for: 507 with code `QUOTA_EXCEEDED`. */
export class QuotaExceeded extends HttpError {
  constructor(what: string, { used, limit, bytes }: { used: number; limit: number; bytes: number }) {
    const state =
      used >= limit
        ? `is used up: ${used} of ${limit} bytes`
        : `has no room for ${bytes} bytes: ${used} of ${limit} are used`;
    super(
      507,
      'QUOTA_EXCEEDED',
      `The storage quota of ${what} ${state}. Delete content, or ask an administrator for a larger quota`,
    );
  }
}
