import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random.ts';
import { wordGlob } from './glob.ts';

describe('the search words of a glob', () => {
  it.each([
    ['*render-macro-7*', '*render*macro*'],
    ['*gateway-4-2*', '*gateway*-4-*'],
    ['*gateway-4', '*gateway*-4'],
    ['4-gateway', '4-*gateway*'],
    ['*-4-2-gateway*', '*-4-2-*gateway*'],
    ['token*/-/*', '*token*'],
    ['@acme/tool?', '*acme*tool*'],
    ['*glob*', '*glob*'],
    ['*año_dos*', '*año*dos*'],
    ['*ab-c*', undefined],
    ['*', undefined],
    ['', undefined],
  ])('%s become %s', (glob, expected) => {
    expect(wordGlob(glob, true)).toBe(expected);
  });

  it('exclude shorter words unless requested', () => {
    expect(wordGlob('*gateway-4-2-disk', false)).toBe('*gateway*disk*');
  });

  it('occur in every text that matches the glob', () => {
    const random = new Random(5);
    const text = (letters: string, most: number) =>
      Array.from({ length: random.below(most) }, () => letters.charAt(random.below(letters.length))).join('');
    let told = 0;
    for (let turn = 0; turn < 5000; turn += 1) {
      const glob = text('aab1-/*?', 24);
      const words = wordGlob(glob, random.chance(2));
      if (words === undefined) continue;
      told += 1;
      const matching = glob.replace(/[*?]/g, (wildcard) => (wildcard === '?' ? 'a' : text('ab-/1', 4)));
      expect({ glob, words, matching, found: matches(words, matching) }).toMatchObject({ found: true });
    }
    expect(told).toBeGreaterThan(1000);
  });
});

function matches(glob: string, text: string): boolean {
  const pattern = glob.replace(/[.*+?^${}()|[\]\\/-]/g, (character) =>
    character === '*' ? '.*' : `\\${character}`,
  );
  return new RegExp(`^${pattern}$`, 's').test(text);
}
