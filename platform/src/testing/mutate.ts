import { fuzzRoundsOf } from './full.ts';

/** Number of corrupted inputs that a fuzz test tries. */
export const fuzzRounds = fuzzRoundsOf(300);

export type Random = (below: number) => number;

/** Generates the same numbers in every run (mulberry32), so that failures are reproducible. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Corrupts bytes: changes, drops, duplicates, or moves some, or inserts some of the words. */
export function mutate(bytes: Buffer, random: Random, words: readonly string[]): Buffer {
  let broken = Buffer.from(bytes);
  for (let times = 1 + random(4); times > 0 && broken.length > 0; times--) {
    const at = random(broken.length);
    const length = 1 + random(40);
    const before = broken.subarray(0, at);
    const kinds = [
      () => Buffer.concat([before, Buffer.from([random(256)]), broken.subarray(at + 1)]),
      () => Buffer.concat([before, broken.subarray(at + length)]),
      () => Buffer.concat([before, broken.subarray(at, at + length), broken.subarray(at)]),
      () => Buffer.from(before),
      () => Buffer.concat([before, Buffer.from(words[random(words.length)] ?? ''), broken.subarray(at)]),
      () => Buffer.concat([broken.subarray(at), before]),
    ];
    broken = Buffer.from((kinds[random(kinds.length)] ?? kinds[0])?.() ?? broken);
  }
  return broken;
}
