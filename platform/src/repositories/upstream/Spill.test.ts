import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Spill } from './Spill.ts';

const pieces = ['one', 'two', 'three'].map((text) => Buffer.from(text));
async function* source(given: readonly Uint8Array[] = pieces) {
  yield* given;
}
/** For readers that already have all bytes. */
const nothingLeft = async (): Promise<AsyncIterable<Uint8Array>> => {
  throw new Error('nothing is to be read again');
};
const megabyte = 1024 * 1024;
const round = 10_000;
const hurriedRound = 1_000;
const many = Array.from({ length: 20 }, (_, at) => Buffer.alloc(megabyte, at));
const restOf = (bytes: Buffer) => async (from: number) => source([bytes.subarray(from)]);

async function drain(spill: Spill): Promise<number> {
  let size = 0;
  for await (const piece of spill) size += piece.length;
  return size;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('Spill', () => {
  it('passes bytes to the reader, and the end only after finish', async () => {
    const spill = new Spill(source());
    const seen: string[] = [];
    spill.readable.on('data', (piece: Buffer) => seen.push(piece.toString()));
    expect(await drain(spill)).toBe(11);
    await vi.waitFor(() => expect(seen.join('')).toBe('onetwo'));
    const ended = new Promise((resolve) => spill.readable.on('end', resolve));
    spill.finish(nothingLeft);
    await ended;
    expect(seen.join('')).toBe('onetwothree');
  });

  it('passes errors of the source to the reader', async () => {
    const spill = new Spill(source());
    const read = buffer(spill.readable);
    await drain(spill);
    spill.fail(new Error('wrong bytes'));
    await expect(read).rejects.toThrow('wrong bytes');
  });

  it('continues after the reader disconnects, even a stalled one', async () => {
    const spill = new Spill(source(many));
    const stored = drain(spill);
    setImmediate(() => spill.readable.destroy());
    expect(await stored).toBe(20 * megabyte);
    spill.finish(nothingLeft);
  });

  it('waits for a slow reader', async () => {
    const spill = new Spill(source(many));
    const stored = drain(spill).then(() => spill.finish(nothingLeft));
    const read = await buffer(spill.readable);
    await stored;
    expect(read.length).toBe(20 * megabyte);
  });

  it('serves a stalled reader the rest from the storage, without holding up the source', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const spill = new Spill(source(many));
    const stored = drain(spill);
    await vi.advanceTimersByTimeAsync(round);
    expect(await stored).toBe(20 * megabyte);
    spill.finish(restOf(Buffer.concat(many)));
    expect((await buffer(spill.readable)).equals(Buffer.concat(many))).toBe(true);
  });

  it('waits for a slow reader until others wait as well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let taken = 0;
    const counted = async function* () {
      for await (const piece of source(many)) {
        taken += 1;
        yield piece;
      }
    };
    const spill = new Spill(counted());
    const stored = drain(spill);
    const read: Buffer[] = [];
    const readOn = async () => {
      await vi.advanceTimersByTimeAsync(0);
      read.push(spill.readable.read(megabyte));
      await vi.advanceTimersByTimeAsync(round);
    };
    for (let time = 0; time < 4; time++) await readOn();
    expect(taken).toBeLessThan(many.length);
    // The last check was just now; the next one would be much later.
    await vi.advanceTimersByTimeAsync(0);
    spill.hurry();
    await vi.advanceTimersByTimeAsync(hurriedRound);
    expect(await stored).toBe(20 * megabyte);
    spill.finish(restOf(Buffer.concat(many)));
    read.push(await buffer(spill.readable));
    expect(Buffer.concat(read).equals(Buffer.concat(many))).toBe(true);
  });

  it('passes a failure to read the rest to a reader that fell behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const spill = new Spill(source(many));
    const stored = drain(spill);
    await vi.advanceTimersByTimeAsync(round);
    await stored;
    spill.finish(nothingLeft);
    await expect(buffer(spill.readable)).rejects.toThrow('nothing is to be read again');
  });
});
