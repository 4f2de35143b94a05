import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Decompress } from 'fzstd';
import { ZstandardFrames } from './ZstandardFrames.ts';

/**
 * Compressed bytes to decompress at a time. Few bytes can expand a thousandfold, and limits must
 * notice in time.
 */
const chunkBytes = 1024;
/** Unpacked bytes, about 10 ms of work, after which the event loop gets control. */
const yieldAfterBytes = 1024 * 1024;

/** Decompresses Zstandard. Fails for invalid data and for data that requires too much memory. */
export function unpackZstandard(): Duplex {
  return Duplex.from(unpack);
}

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked: Buffer[] = [];
  let since = 0;
  const frames = new ZstandardFrames();
  const unpacking = new Decompress(({ buffer, byteOffset, length }) => {
    since += length;
    if (length > 0) unpacked.push(Buffer.from(buffer, byteOffset, length));
  });
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      const part = chunk.subarray(at, at + chunkBytes);
      frames.see(part);
      unpacking.push(part);
      yield* unpacked.splice(0);
      if (since < yieldAfterBytes) continue;
      since = 0;
      await setImmediate();
    }
  }
  unpacking.push(new Uint8Array(), true);
  yield* unpacked;
}
