import type { ChecksumAlgorithm } from './layout.ts';

export const digits = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;

/**
 * The lowercase checksum in a checksum file, which may also contain the file name, depending on the
 * tool.
 */
export function checksumIn(text: string, algorithm: ChecksumAlgorithm): string | undefined {
  return new RegExp(`(?<![0-9a-f])[0-9a-f]{${digits[algorithm]}}(?![0-9a-f])`, 'i')
    .exec(text)?.[0]
    .toLowerCase();
}
