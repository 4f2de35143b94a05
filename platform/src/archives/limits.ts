/** Where reading an archive stops. */
export interface ArchiveLimits {
  entries: number;
  /** Bytes of all that is in it. */
  unpackedSize: number;
  /** Unpacked bytes for each packed one, counted once it unpacks to more than `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  /** Characters of an entry's path. */
  pathLength: number;
}

/** Beyond these an archive is none of a package, whatever the format; a format may be stricter. */
export const usualLimits: ArchiveLimits = {
  entries: 200_000,
  unpackedSize: 8 * 1024 ** 3,
  ratio: 250,
  ratioFrom: 64 * 1024 ** 2,
  pathLength: 2048,
};
