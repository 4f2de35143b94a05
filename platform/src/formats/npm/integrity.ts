import type { BlobInfo } from '../../blobs/BlobStore.ts';

/** The hashes of a tarball in a packument. */
export interface Claimed {
  /** Space-separated hashes such as `sha512-…`, in base64. */
  integrity?: string | undefined;
  /** sha1 in hexadecimal. */
  shasum?: string | undefined;
}

const algorithms = ['sha512', 'sha256', 'sha1', 'md5'] as const;

/**
 * Describes the first mismatch between the hashes and the bytes, as a clause; undefined if all
 * hashes that can be checked match.
 */
export function integrityFault(claimed: Claimed, blob: BlobInfo): string | undefined {
  const { integrity, shasum } = claimed;
  if (shasum !== undefined && shasum.toLowerCase() !== blob.sha1) {
    return `the shasum is ${shasum.slice(0, 64)}, but the SHA-1 of the tarball is ${blob.sha1}`;
  }
  if (integrity === undefined) return undefined;
  const hashes = integrity.trim().split(/\s+/).map(readHash);
  // The strongest algorithm decides, and any of its hashes can match, as in Subresource Integrity.
  const strongest = algorithms.find((algorithm) => hashes.some((hash) => hash?.algorithm === algorithm));
  if (!strongest)
    return `the integrity ${JSON.stringify(integrity.slice(0, 100))} contains none of ${algorithms.join(', ')}`;
  const actual = blob[strongest];
  const found = hashes.some((hash) => hash?.algorithm === strongest && hash.hex === actual);
  return found
    ? undefined
    : `the integrity is ${integrity.slice(0, 120)}, but the ${strongest} of the tarball differs`;
}

function readHash(text: string): { algorithm: string; hex: string } | undefined {
  const found = /^(sha512|sha256|sha1|md5)-([A-Za-z0-9+/]+={0,2})(?:\?.*)?$/.exec(text);
  if (!found) return undefined;
  const [, algorithm = '', base64 = ''] = found;
  return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') };
}

/** The `integrity` of a stored tarball. */
export function integrityOf(blob: BlobInfo): string {
  const algorithm = blob.sha512 ? 'sha512' : 'sha1';
  return `${algorithm}-${Buffer.from(blob[algorithm] ?? '', 'hex').toString('base64')}`;
}
