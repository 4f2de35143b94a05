import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByteRange } from '../BlobStore.ts';
import { bufferSize } from '../streams.ts';

/** Consecutive failures without any data after which a read fails. */
const maxFailures = 3;
const firstDelayMs = 100;

/**
 * Streams a range. If the connection is lost, continues where it ended, so that a failure of the
 * object store during a long download does not reach the client.
 */
export function resumingStream(
  first: Readable,
  { start, end }: ByteRange,
  reopen: (range: ByteRange) => Promise<Readable>,
): Readable {
  let body = first;
  let isClosed = false;
  const parts = async function* (): AsyncGenerator<Buffer> {
    let at = start;
    for (let failures = 0; ; ) {
      try {
        for await (const part of body as AsyncIterable<Buffer>) {
          yield part;
          at += part.length;
          failures = 0;
        }
        if (at > end) return;
        throw new Error(`The object store sent ${at - start} of ${end - start + 1} bytes`);
      } catch (error) {
        failures += 1;
        if (isClosed || at > end || failures > maxFailures) throw error;
        await wait(firstDelayMs * 2 ** (failures - 1));
        body = await reopen({ start: at, end });
        if (isClosed) body.destroy();
      }
    }
  };
  const stream = Readable.from(parts(), { objectMode: false, highWaterMark: bufferSize });
  // Ends a read that waits for the object store.
  stream.once('close', () => {
    isClosed = true;
    body.destroy();
  });
  return stream;
}
