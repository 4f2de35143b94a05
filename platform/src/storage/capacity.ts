import { HttpError } from '../errors/HttpError.ts';
import { currentStorage, type Storage } from './storage.ts';

/** Throws `QuotaExceeded` where nothing more can be uploaded to the repository. Asked for each upload: it must not wait. */
export type CapacityCheck = (repo: string) => void;

const checks = new WeakMap<Storage, CapacityCheck>();

/** The job that reads quotas again; woken when one was changed. */
export const quotaJob = 'read-storage-quotas';

export function checkCapacity(storage: Storage, check: CapacityCheck): void {
  checks.set(storage, check);
}

/** To be called before content is uploaded to a repository. Throws `HttpError` 507. */
export function assertCapacity(repo: string): void {
  checks.get(currentStorage())?.(repo);
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
