import { fuzzRoundsOf } from './full.ts';

/** The number of corrupted inputs that a fuzz test tries. */
export const fuzzRounds = fuzzRoundsOf(300);

export type Random = (below: number) => number;

/** The same numbers in every run (mulberry32), so that what fails once fails again. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A few bytes changed, dropped, doubled or moved, or some of these words put among them. */
export function spoil(bytes: Buffer, random: Random, words: readonly string[]): Buffer {
  let spoilt = Buffer.from(bytes);
  for (let times = 1 + random(4); times > 0 && spoilt.length > 0; times--) {
    const at = random(spoilt.length);
    const length = 1 + random(40);
    const before = spoilt.subarray(0, at);
    const kinds = [
      () => Buffer.concat([before, Buffer.from([random(256)]), spoilt.subarray(at + 1)]),
      () => Buffer.concat([before, spoilt.subarray(at + length)]),
      () => Buffer.concat([before, spoilt.subarray(at, at + length), spoilt.subarray(at)]),
      () => Buffer.from(before),
      () => Buffer.concat([before, Buffer.from(words[random(words.length)] ?? ''), spoilt.subarray(at)]),
      () => Buffer.concat([spoilt.subarray(at), before]),
    ];
    spoilt = Buffer.from((kinds[random(kinds.length)] ?? kinds[0])?.() ?? spoilt);
  }
  return spoilt;
}
