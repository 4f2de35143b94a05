import { describe, expect, it } from 'vitest';
import { overlap, PatternIndex } from './routePatterns.ts';

/** All paths of up to two of these segments. */
const SEGMENTS = ['a', 'B', ':x', 'a?', ':y?', '*'];
const PATHS = ['/', ...SEGMENTS.flatMap((one) => [`/${one}`, ...SEGMENTS.map((two) => `/${one}/${two}`)])];

describe('the index of patterns', () => {
  it('finds the same overlaps as a comparison with every path', () => {
    for (const held of PATHS) {
      const index = new PatternIndex<string>();
      index.add(held, held);
      for (const path of PATHS) {
        const expected = overlap(held, path) ? held : undefined;
        expect(index.overlapping(path), `${held} beside ${path}`).toBe(expected);
      }
    }
  });
});
