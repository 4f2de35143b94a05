import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Decompress } from 'fzstd';
import { ZstandardFrames } from './ZstandardFrames.ts';

/** Packed bytes that are unpacked in one go: a few of them may become a thousand times as many, which a limit is to see in time. */
const piece = 1024;
/** Unpacked bytes, about ten milliseconds of work, after which others have their turn. */
const turn = 1024 * 1024;

/** Fails for what is not packed so, and for what would take too much memory to unpack. */
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
    for (let at = 0; at < chunk.length; at += piece) {
      const part = chunk.subarray(at, at + piece);
      frames.see(part);
      unpacking.push(part);
      yield* unpacked.splice(0);
      if (since < turn) continue;
      since = 0;
      await setImmediate();
    }
  }
  unpacking.push(new Uint8Array(), true);
  yield* unpacked;
}
