import { afterCommit, afterEnd, currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/** The quotas of a platform. Called for each upload, so no member waits. */
export interface CapacityLimits {
  /** Whether a quota applies to the repository. */
  isLimited(repo: string): boolean;
  /**
   * Throws `QuotaExceeded` if the repository has no room for that many additional bytes. `from`:
   * the repository that the content is moved from, whose quotas count it already.
   */
  check(repo: string, bytes: number, from?: string): void;
  /** Like `check`, and reserves the bytes for the caller until it calls the returned function. */
  reserve(repo: string, bytes: number, from?: string): () => void;
}

/** Without limits, uploads are not limited. */
interface Capacity {
  limits?: CapacityLimits;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly capacity: Capacity;
  }
}

/** Job that rereads quotas. Woken after a change. */
export const quotaJob = 'read-storage-quotas';

/**
 * Checks the quotas before content is stored in a repository: the number of bytes, if known. Throws
 * `HttpError` 507.
 */
export function assertCapacity(repo: string, bytes = 0, from?: string): void {
  currentPlatform().capacity.limits?.check(repo, bytes, from);
}

/** Whether a quota applies to the repository. */
export function isLimited(repo: string): boolean {
  return currentPlatform().capacity.limits?.isLimited(repo) ?? false;
}

/**
 * Checks the quotas, and reserves the bytes for the caller until it calls the returned function, so
 * that concurrent uploads do not use the same room. Throws `HttpError` 507.
 */
export function reserveCapacity(repo: string, bytes: number, from?: string): () => void {
  return currentPlatform().capacity.limits?.reserve(repo, bytes, from) ?? (() => undefined);
}

/**
 * Like `reserveCapacity`, until the current transaction has ended. Without a transaction, only
 * checks.
 */
export function holdCapacity(repo: string, bytes: number, from?: string): void {
  if (!isLimited(repo)) return;
  const release = reserveCapacity(repo, bytes, from);
  // Before the event that counts the content: both are called without a pause in between.
  afterCommit(release);
  afterEnd(release);
}

/**
 * Like `assertCapacity`, for content of several repositories, which is stored completely or not at
 * all.
 */
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
