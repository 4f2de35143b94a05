import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random.ts';
import { Sample, tellingTrigrams } from './telling.ts';

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

describe('the trigrams that tell a pattern', () => {
  it.each([
    // One word tells itself: what else stands in it is there wherever that is.
    [['append'], '*app*', 0.1],
    // Where words meet is rarer than what they are made of.
    [['renderXmacroX7QXQ'], '*rXm*', 1 / 200],
    [['macro', 'noXsuch'], '*noX*', 0.5 / 200],
  ])('of %j begin with %s', (runs, glob, part) => {
    const telling = tellingTrigrams(runs, sample);
    const [, first] = glob.split('*');
    expect(telling?.glob).toContain(first);
    expect(telling?.part).toBeLessThanOrEqual(part);
  });

  it('are no more than tell something', () => {
    expect(tellingTrigrams(['append'], sample)).toEqual({ glob: '*app*', part: 0.1 });
    expect(tellingTrigrams(['QXQ'], sample)).toEqual({ glob: '*QXQ*', part: 1 });
  });

  it('are not chosen where there is nothing to choose from or by', () => {
    expect(tellingTrigrams(['', 'ab', 'é+ü'], sample)).toBeUndefined();
    expect(tellingTrigrams(['append'], new Sample([]))).toBeUndefined();
  });

  it('stand in all that matches the pattern', () => {
    const random = new Random(7);
    const text = (letters: string, least: number, most: number) =>
      Array.from({ length: least + random.below(most) }, () =>
        letters.charAt(random.below(letters.length)),
      ).join('');
    const texts = new Sample(Array.from({ length: 300 }, () => text('abX1Q', 1, 20)));
    let told = 0;
    for (let turn = 0; turn < 3000; turn += 1) {
      const runs = text('aabX1Q+*', 0, 24).split('*');
      const telling = tellingTrigrams(runs, texts);
      if (!telling) continue;
      told += 1;
      const matching = runs.join(text('abX+', 0, 4));
      const pieces = telling.glob.split('*').filter(Boolean);
      let at = 0;
      for (const piece of pieces) {
        const found = matching.indexOf(piece, at);
        expect({ runs, glob: telling.glob, matching, found }).not.toMatchObject({ found: -1 });
        at = found + piece.length;
      }
    }
    expect(told).toBeGreaterThan(1000);
  });
});
