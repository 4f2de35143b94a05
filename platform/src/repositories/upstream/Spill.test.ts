import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Spill } from './Spill.ts';

const pieces = ['one', 'two', 'three'].map((text) => Buffer.from(text));
async function* source(given: readonly Uint8Array[] = pieces) {
  yield* given;
}
/** Of a reader that has all of it already. */
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
  it('hands on what passes, and its end only when it was right', async () => {
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

  it('tells the reader when it was wrong', async () => {
    const spill = new Spill(source());
    const read = buffer(spill.readable);
    await drain(spill);
    spill.fail(new Error('wrong bytes'));
    await expect(read).rejects.toThrow('wrong bytes');
  });

  it('goes on when the reader goes away, also one that held it up', async () => {
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

  it('gives a reader that stood still the rest from where it is stored, and holds up nobody for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const spill = new Spill(source(many));
    const stored = drain(spill);
    await vi.advanceTimersByTimeAsync(round);
    expect(await stored).toBe(20 * megabyte);
    spill.finish(restOf(Buffer.concat(many)));
    expect((await buffer(spill.readable)).equals(Buffer.concat(many))).toBe(true);
  });

  it('waits for a reader that reads on slowly, until others wait as well', async () => {
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
    // It was looked at a moment ago, and the next look would be far.
    await vi.advanceTimersByTimeAsync(0);
    spill.hurry();
    await vi.advanceTimersByTimeAsync(hurriedRound);
    expect(await stored).toBe(20 * megabyte);
    spill.finish(restOf(Buffer.concat(many)));
    read.push(await buffer(spill.readable));
    expect(Buffer.concat(read).equals(Buffer.concat(many))).toBe(true);
  });

  it('tells a reader that was left behind when the rest cannot be had', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const spill = new Spill(source(many));
    const stored = drain(spill);
    await vi.advanceTimersByTimeAsync(round);
    await stored;
    spill.finish(nothingLeft);
    await expect(buffer(spill.readable)).rejects.toThrow('nothing is to be read again');
  });
});
