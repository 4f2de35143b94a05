/**
 * GET `/artifactory/api/system/storage/gc`: what nothing leads to any more, and would go; POST takes it away. `?untagged=true`: also
 * images that no tag leads to. For administrators.
 */
export interface CollectionReport {
  /** Nothing was taken away. */
  dryRun: boolean;
  /** Of all; sizes in bytes. */
  summary: { files: { count: number; size: number }; bytes: { count: number; size: number } };
  /** Files that nothing leads to, 10,000 at most. */
  files: { repo: string; path: string; size: number; why: string }[];
  /** Bytes that no file refers to, 10,000 at most. */
  bytes: { sha256: string; size: number }[];
}

/** The verification of stored files: GET `/artifactory/api/system/storage/verify`. Sizes in bytes, times in ISO 8601. */
export interface VerificationReport {
  /** `never`: no file was verified yet. */
  state: 'never' | 'in-progress' | 'finished';
  started?: string;
  finished?: string;
  verified: { count: number; size: number };
  /** At the start of the round. */
  total: { count: number; size: number };
  damagedCount: number;
  /** Blobs that are damaged or missing now, newest first, up to 1,000. */
  damaged: {
    sha256: string;
    reason: 'damaged' | 'missing';
    found: string;
    /** `{repository}/{path}` of up to ten files with this content. */
    files: string[];
  }[];
}
