import type { IncomingHttpHeaders } from 'node:http';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { HttpError } from '../errors/HttpError.ts';

export type Checksums = Partial<Pick<BlobInfo, 'sha256' | 'sha1' | 'md5'>>;

const lengths = { sha256: 64, sha1: 40, md5: 32 } as const;

/**
 * Reads `X-Checksum-Sha256`, `-Sha1`, `-Md5`, or `X-Checksum` for any of them, in lowercase. Throws
 * `HttpError` 400 for an invalid checksum.
 */
export function checksumsOf(headers: IncomingHttpHeaders): Checksums {
  const given: Checksums = plainChecksum(headers['x-checksum']);
  for (const kind of ['sha256', 'sha1', 'md5'] as const) {
    const header = headers[`x-checksum-${kind}`];
    if (header === undefined) continue;
    const value = String(header).trim().toLowerCase();
    if (!/^[0-9a-f]+$/.test(value) || value.length !== lengths[kind]) {
      throw new HttpError(
        400,
        'BAD_CHECKSUM',
        `Invalid X-Checksum-${kind[0]?.toUpperCase()}${kind.slice(1)} '${value.slice(0, 80)}'. Expected ${lengths[kind]} hexadecimal digits.`,
      );
    }
    given[kind] = value;
  }
  return given;
}

/** Determines the algorithm by the length. */
function plainChecksum(header: string | string[] | undefined): Checksums {
  if (header === undefined) return {};
  const value = String(header).trim().toLowerCase();
  const kinds = Object.keys(lengths) as (keyof typeof lengths)[];
  const kind = /^[0-9a-f]+$/.test(value) ? kinds.find((each) => lengths[each] === value.length) : undefined;
  if (kind) return { [kind]: value };
  const said = `Invalid X-Checksum '${value.slice(0, 80)}'. Expected 64, 40, or 32 hexadecimal digits.`;
  throw new HttpError(400, 'BAD_CHECKSUM', said);
}

/** Throws `HttpError` 409 if the content does not match the client's checksums. */
export function checkChecksums(blob: BlobInfo, given: Checksums): void {
  for (const kind of ['sha256', 'sha1', 'md5'] as const) {
    if (given[kind] === undefined || given[kind] === blob[kind]) continue;
    throw new HttpError(
      409,
      'CHECKSUM_MISMATCH',
      `Checksum mismatch: the ${kind} of the content is ${blob[kind]}, not ${given[kind]}. Nothing was stored.`,
    );
  }
}
