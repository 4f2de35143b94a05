import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { Spill } from './Spill.ts';

const pieces = ['one', 'two', 'three'].map((text) => Buffer.from(text));
async function* source(given: readonly Uint8Array[] = pieces) {
  yield* given;
}
async function drain(spill: Spill): Promise<number> {
  let size = 0;
  for await (const piece of spill) size += piece.length;
  return size;
}

describe('Spill', () => {
  it('hands on what passes, and its end only when it was right', async () => {
    const spill = new Spill(source());
    const seen: string[] = [];
    spill.readable.on('data', (piece: Buffer) => seen.push(piece.toString()));
    expect(await drain(spill)).toBe(11);
    await vi.waitFor(() => expect(seen.join('')).toBe('onetwo'));
    const ended = new Promise((resolve) => spill.readable.on('end', resolve));
    spill.finish();
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
    const large = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024));
    const spill = new Spill(source(large));
    const stored = drain(spill);
    setImmediate(() => spill.readable.destroy());
    expect(await stored).toBe(20 * 1024 * 1024);
    spill.finish();
  });

  it('waits for a slow reader', async () => {
    const large = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, 1));
    const spill = new Spill(source(large));
    const stored = drain(spill).then(() => spill.finish());
    const read = await buffer(spill.readable);
    await stored;
    expect(read.length).toBe(20 * 1024 * 1024);
  });
});
