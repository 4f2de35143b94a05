export type Gathered =
  | { whole: Buffer; rest?: undefined }
  /** Too long to buffer: streams everything, from its beginning. */
  | { whole?: undefined; rest: AsyncIterable<Uint8Array> };

/** Buffers the content of the source if it has up to `limit` bytes. */
export async function gather(source: AsyncIterable<Uint8Array>, limit: number): Promise<Gathered> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.byteLength;
    if (size > limit) return { rest: continued(parts, iterator) };
  }
  const [only] = parts;
  if (parts.length === 1 && Buffer.isBuffer(only)) return { whole: only };
  return { whole: Buffer.concat(parts, size) };
}

async function* continued(
  parts: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    // Releases each part after it was passed on.
    for (let part = parts.shift(); part; part = parts.shift()) yield part;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
