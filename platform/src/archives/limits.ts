/** Limits beyond which an archive is rejected. */
export interface ArchiveLimits {
  entries: number;
  /** Total unpacked bytes. */
  unpackedSize: number;
  /**
   * Maximum unpacked bytes per packed byte; checked once more than `ratioFrom` bytes are unpacked.
   */
  ratio: number;
  ratioFrom: number;
  /** Maximum number of characters in the path of an entry. */
  pathLength: number;
  /** Maximum number of characters in all paths: they compress well, and could fill the memory. */
  paths: number;
}

/** Limits for archives of any format; a format can be stricter. */
export const usualLimits: ArchiveLimits = {
  entries: 200_000,
  unpackedSize: 8 * 1024 ** 3,
  ratio: 250,
  ratioFrom: 64 * 1024 ** 2,
  pathLength: 2048,
  paths: 64_000_000,
};
