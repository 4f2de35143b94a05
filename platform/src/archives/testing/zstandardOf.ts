const maxBlockBytes = 128 * 1024;

/**
 * A Zstandard frame that contains the content uncompressed. `window`: the window size that the
 * header claims.
 */
export function zstandardOf(content: Buffer, { window }: { window?: number } = {}): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length || at === 0; at += maxBlockBytes) {
    const part = content.subarray(at, at + maxBlockBytes);
    blocks.push(blockHeader(at + maxBlockBytes >= content.length, 0, part.length), part);
  }
  return Buffer.concat([frameHeader(window ?? content.length), ...blocks]);
}

/** A frame that unpacks to this many blocks of zeros; each block takes four bytes. */
export function zstandardBomb(blocks: number): Buffer {
  const parts = Array.from({ length: blocks }, (_, n) => [
    blockHeader(n === blocks - 1, 1, maxBlockBytes),
    Buffer.alloc(1),
  ]);
  return Buffer.concat([frameHeader(maxBlockBytes), ...parts.flat()]);
}

/** Header of a single-segment frame with a 4-byte size. */
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
