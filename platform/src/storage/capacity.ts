import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/** Throws `QuotaExceeded` where nothing more can be uploaded to the repository. Asked for each upload: it must not wait. */
type CapacityCheck = (repo: string) => void;

/** The check of a platform; without one, uploads are not limited. */
interface Capacity {
  check?: CapacityCheck;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly capacity: Capacity;
  }
}

/** The job that reads quotas again; woken when one was changed. */
export const quotaJob = 'read-storage-quotas';

/** To be called before content is uploaded to a repository. Throws `HttpError` 507. */
export function assertCapacity(repo: string): void {
  currentPlatform().capacity.check?.(repo);
}

/** An upload that was rejected because a storage quota is used up: 507 with code `QUOTA_EXCEEDED`. */
export class QuotaExceeded extends HttpError {
  constructor(what: string, { used, limit }: { used: number; limit: number }) {
    super(
      507,
      'QUOTA_EXCEEDED',
      `The storage quota of ${what} is used up: ${used} of ${limit} bytes. Delete content, or ask an administrator for a larger quota`,
    );
  }
}
