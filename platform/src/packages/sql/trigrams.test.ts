import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random.ts';
import { Sample, selectiveTrigrams } from './trigrams.ts';

const verbs = ['append', 'batch', 'lint', 'render', 'trace', 'token', 'glob', 'slice', 'write', 'yield'];
const nouns = [
  'account',
  'badge',
  'disk',
  'gateway',
  'lantern',
  'macro',
  'manifest',
  'panel',
  'queue',
  'table',
];
const names = verbs.flatMap((verb) => nouns.flatMap((noun) => [`${verb}X${noun}X7`, `${verb}X${noun}X12`]));
const sample = new Sample(names.map((name) => `${name}QXQ${name}X1J0J0Jtgz`));

describe('the selective trigrams of a pattern', () => {
  it.each([
    // One trigram implies the rest of a word, because they occur in the same texts.
    [['append'], '*app*', 0.1],
    // Trigrams at word boundaries are rarer than those within words.
    [['renderXmacroX7QXQ'], '*rXm*', 1 / 200],
    [['macro', 'noXsuch'], '*noX*', 0.5 / 200],
  ])('of %j form %s', (runs, glob, part) => {
    const selective = selectiveTrigrams(runs, sample);
    const [, first] = glob.split('*');
    expect(selective?.glob).toContain(first);
    expect(selective?.part).toBeLessThanOrEqual(part);
  });

  it('include only trigrams that narrow the search', () => {
    expect(selectiveTrigrams(['append'], sample)).toEqual({ glob: '*app*', part: 0.1 });
    expect(selectiveTrigrams(['QXQ'], sample)).toEqual({ glob: '*QXQ*', part: 1 });
  });

  it('are undefined for too small a sample or too short a pattern', () => {
    expect(selectiveTrigrams(['', 'ab', 'é+ü'], sample)).toBeUndefined();
    expect(selectiveTrigrams(['append'], new Sample([]))).toBeUndefined();
  });

  it('occur in every text that matches the pattern', () => {
    const random = new Random(7);
    const text = (letters: string, least: number, most: number) =>
      Array.from({ length: least + random.below(most) }, () =>
        letters.charAt(random.below(letters.length)),
      ).join('');
    const texts = new Sample(Array.from({ length: 300 }, () => text('abX1Q', 1, 20)));
    let told = 0;
    for (let turn = 0; turn < 3000; turn += 1) {
      const runs = text('aabX1Q+*', 0, 24).split('*');
      const selective = selectiveTrigrams(runs, texts);
      if (!selective) continue;
      told += 1;
      const matching = runs.join(text('abX+', 0, 4));
      const pieces = selective.glob.split('*').filter(Boolean);
      let at = 0;
      for (const piece of pieces) {
        const found = matching.indexOf(piece, at);
        expect({ runs, glob: selective.glob, matching, found }).not.toMatchObject({ found: -1 });
        at = found + piece.length;
      }
    }
    expect(told).toBeGreaterThan(1000);
  });
});
