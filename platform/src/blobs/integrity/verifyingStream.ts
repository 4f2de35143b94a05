import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

export interface VerifyingOptions {
  sha256: string;
  intact: () => void;
  /** Returns the error that ends the stream. */
  damaged: () => Error;
}

/**
 * Passes data through and hashes it. Holds the last chunk back until the hash is known, so that no
 * reader gets a complete corrupted file: the stream ends with an error instead.
 */
export function verifyingStream(source: Readable, { sha256, intact, damaged }: VerifyingOptions): Readable {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  const verifier = new Transform({
    highWaterMark: 1024 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const before = last;
      last = chunk;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) {
        done(damaged());
        return;
      }
      intact();
      done(null, last);
    },
  });
  // Destroying the reader also closes the source. Errors reach the reader through the verifier.
  pipeline(source, verifier, () => undefined);
  return verifier;
}
