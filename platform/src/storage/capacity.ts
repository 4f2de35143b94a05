import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Throws `QuotaExceeded` if nothing more can be uploaded to the repository. Called for each upload,
 * so it must not wait.
 */
type CapacityCheck = (repo: string) => void;

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

/** Checks the quota before content is uploaded to a repository. Throws `HttpError` 507. */
export function assertCapacity(repo: string): void {
  currentPlatform().capacity.check?.(repo);
}

/** Rejects an upload because a storage quota is used up: 507 with code `QUOTA_EXCEEDED`. */
export class QuotaExceeded extends HttpError {
  constructor(what: string, { used, limit }: { used: number; limit: number }) {
    super(
      507,
      'QUOTA_EXCEEDED',
      `The storage quota of ${what} is used up: ${used} of ${limit} bytes. Delete content, or ask an administrator for a larger quota`,
    );
  }
}
