const largestBlock = 128 * 1024;

/** A frame of Zstandard with the content as it is: for tests, where nothing packs. `window`: what it claims to take. */
export function zstandardOf(content: Buffer, { window }: { window?: number } = {}): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length || at === 0; at += largestBlock) {
    const part = content.subarray(at, at + largestBlock);
    blocks.push(blockHeader(at + largestBlock >= content.length, 0, part.length), part);
  }
  return Buffer.concat([frameHeader(window ?? content.length), ...blocks]);
}

/** A frame that unpacks to so many blocks of zeros, each of which takes four bytes. */
export function zstandardBomb(blocks: number): Buffer {
  const parts = Array.from({ length: blocks }, (_, n) => [
    blockHeader(n === blocks - 1, 1, largestBlock),
    Buffer.alloc(1),
  ]);
  return Buffer.concat([frameHeader(largestBlock), ...parts.flat()]);
}

/** Of a single segment, which has its size in four bytes. */
function frameHeader(size: number): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  header.writeUInt32LE(size, 5);
  return header;
}

function blockHeader(last: boolean, type: number, size: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(Number(last) | (type << 1) | (size << 3), 0, 3);
  return header;
}
