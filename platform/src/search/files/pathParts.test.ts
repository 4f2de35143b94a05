import { describe, expect, it } from 'vitest';
import { Random } from '../../packages/testing/random.ts';
import { likeAscii } from './likeAscii.ts';
import { isTold, partsPattern, runsOf } from './pathParts.ts';

/** Lowercases like the database. */
const lowered = (path: string) => path.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const parts = (path: string) =>
  lowered(path).replace(/[/._@-]/g, (separator) => 'QXJZV'.charAt('/-._@'.indexOf(separator)));

function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(
    /\\(.)|([%_])|(.)/gsu,
    (_, escaped?: string, wildcard?: string, other = '') => {
      if (wildcard) return wildcard === '%' ? '.*' : '.';
      return (escaped ?? other).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    },
  );
  return new RegExp(`^${source}$`, 'su').test(text);
}

describe('the index form of a path', () => {
  it('matches exactly when the path matches', () => {
    const random = new Random(3);
    const text = (letters: string, most: number) =>
      Array.from({ length: random.below(most) }, () => letters.charAt(random.below(letters.length))).join('');
    let matching = 0;
    for (let turn = 0; turn < 20_000; turn += 1) {
      const path = text('aAqQ/-._@\\%', 6);
      const like = likeAscii(text('aq/-._@\\%*?*', 6));
      const holds = isLike(lowered(path), like);
      if (holds) matching += 1;
      expect({ path, like, holds: isLike(parts(path), partsPattern(like)) }).toEqual({ path, like, holds });
    }
    expect(matching).toBeGreaterThan(1000);
  });

  it('represents separators as letters', () => {
    expect(runsOf('@Acme/*lib_1.0-?')).toEqual(['VacmeQ', 'libZ1J0X', '']);
  });

  it.each([
    ['*lib/*', true],
    ['*/-/*', true],
    ['a*', true],
    ['*.c', true],
    ['*lib*a/*', false],
    ['*lib+*', false],
    ['*año*', false],
    ['*c', false],
  ])('is exact for %s: %s', (glob, told) => {
    expect(isTold(glob)).toBe(told);
  });
});
