import type { FastifyRequest } from 'fastify';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { blobs } from '../../../storage/storage.ts';
import { dockerError } from '../errors.ts';
import { bodyOf } from '../requestBody.ts';
import { addPart, type Lease, type Part, rangeOf } from './sessions.ts';

/** Maximum size of a blob in bytes. */
const maxBlobBytes = 64 * 1024 ** 3;
/** Maximum number of chunks per upload: each one costs a row, and joining them reads each file. */
const maxParts = 10_000;

/**
 * Appends the body to the session. `Content-Range`, if present, must continue at the session's
 * size. If the client aborts, received bytes are kept, so that it can resume. `releaseLease`
 * releases the lease together with the last stored bytes, if the request does nothing else with
 * the session. Throws `HttpError` 416 for an out-of-order chunk.
 */
export async function receive(request: FastifyRequest, lease: Lease, releaseLease: boolean): Promise<Lease> {
  const expected = checkRange(request, lease);
  const arriving = new Arriving(bodyOf(request), expected);
  const pieces = arriving[Symbol.asyncIterator]();
  // Most uploads end with an empty body, which is not stored.
  const first = await pieces.next();
  if (!first.done) {
    const blob = await blobs().put(continued(first.value, pieces), {
      limit: maxBlobBytes - lease.size,
      checksumsLater: true,
    });
    await addPart(lease, blob, releaseLease);
  }
  if (arriving.fault) throw arriving.fault;
  return lease;
}

async function* continued(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** The number of bytes announced by the header; undefined without a header. */
function checkRange(request: FastifyRequest, lease: Lease): number | undefined {
  const header = request.headers['content-range'];
  if (header === undefined) return undefined;
  const [, first, last] = /^(?:bytes[ =])?(\d{1,15})-(\d{1,15})(?:\/(?:\d+|\*))?$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || Number(last) < Number(first)) {
    throw dockerError(
      'BLOB_UPLOAD_INVALID',
      `Invalid Content-Range '${header.slice(0, 60)}'. Expected {first byte}-{last byte}.`,
    );
  }
  if (Number(first) !== lease.size) {
    const message = `Invalid range. The upload has ${lease.size} bytes, so the next chunk starts at byte ${lease.size}, not ${first}.`;
    throw dockerError('BLOB_UPLOAD_INVALID', message, 416, rangeOf(lease));
  }
  const size = Number(last) - Number(first) + 1;
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) !== size) {
    throw dockerError('SIZE_INVALID', `Content-Range announces ${size} bytes, Content-Length ${announced}`);
  }
  return size;
}

/** A body that ends without an error if the client aborts, and reports the error afterwards. */
class Arriving {
  fault: Error | undefined;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #expected: number | undefined;

  constructor(source: AsyncIterable<Uint8Array>, expected: number | undefined) {
    this.#source = source;
    this.#expected = expected;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const part of this.#source) {
        size += part.length;
        if (this.#expected !== undefined && size > this.#expected) {
          this.fault = dockerError(
            'SIZE_INVALID',
            `Content-Range announces ${this.#expected} bytes, but the body has more`,
          );
          return;
        }
        yield part;
      }
    } catch (error) {
      this.fault = dockerError(
        'BLOB_UPLOAD_INVALID',
        `The body was aborted after ${size} bytes, which are stored`,
      );
      this.fault.cause = error;
      return;
    }
    if (this.#expected !== undefined && size < this.#expected) {
      this.fault = dockerError(
        'SIZE_INVALID',
        `Content-Range announces ${this.#expected} bytes, but the body has ${size}`,
      );
    }
  }
}

/**
 * Joins the chunks to one blob. A single chunk is used as it is; several are read and stored again.
 */
export async function joined(lease: Pick<Lease, 'parts'>, algorithm: 'sha256' | 'sha512'): Promise<BlobInfo> {
  const { parts } = lease;
  if (parts.length > maxParts)
    throw dockerError('BLOB_UPLOAD_INVALID', `Too many chunks. The maximum per upload is ${maxParts}.`);
  const [only] = parts;
  if (only && parts.length === 1 && algorithm === 'sha256') return knownBlob(only);
  return blobs().put(inTurn(parts), { sha512: algorithm === 'sha512', checksumsLater: true });
}

/** Its other checksums are stored with the blob. */
function knownBlob({ sha256, size }: Part): BlobInfo {
  return { sha256, size, sha1: '', md5: '' };
}

async function* inTurn(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { sha256 } of parts) yield* (await blobs().open(sha256)) as AsyncIterable<Uint8Array>;
}
