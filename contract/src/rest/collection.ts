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
