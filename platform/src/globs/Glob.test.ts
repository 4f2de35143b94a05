import { describe, expect, it } from 'vitest';
import { isFullRun } from '../testing/full.ts';
import { processorMs } from '../testing/processorMs.ts';
import { coversName, coversPath } from './covers.ts';
import { checkGlobs, Glob, globFault, maxWildcards } from './Glob.ts';

describe('a path pattern', () => {
  it.each([
    ['**', 'a/b/c', true],
    ['**', '', true],
    ['a/**', 'a', true],
    ['a/**', 'a/b/c', true],
    ['a/**', 'ab', false],
    ['a/', 'a/b', true],
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['**/c', 'abc', false],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['a/?.txt', 'a/b.txt', true],
    ['a?b', 'a/b', false],
    ['a?b', 'a😀b', true],
    ['a*?b', 'a😀b', true],
    ['a??b', 'a😀b', false],
    ['a.b', 'axb', false],
    ['a(b', 'a(b', true],
    ['*.jar', 'x\n.jar', true],
    ['**-a/*/b', 'x/y-a/-a/b', true],
  ])('%s matches %s: %s', (pattern, path, expected) => {
    expect(coversPath(pattern, path)).toBe(expected);
  });
});

describe('a name pattern', () => {
  it.each([
    ['@Corp/*', '@corp/a/b', true],
    ['GPL-?.0*', 'gpl-2.0-only', true],
    ['*.core', 'Acme.Core', true],
    ['a*a', 'a', false],
    ['', '', true],
  ])('%s matches %s: %s', (pattern, name, expected) => {
    expect(coversName(pattern, name)).toBe(expected);
  });
});

it('limits wildcards, counting ** once', () => {
  expect(globFault('**/'.repeat(maxWildcards))).toBeUndefined();
  expect(globFault('**/'.repeat(25))).toContain('has 25 wildcards; the maximum is 20');
  expect(globFault('?'.repeat(21))).toContain('has 21 wildcards');
  expect(globFault('a\0')).toContain('NUL');
  expect(() => checkGlobs('Permission p', ['a', '*-'.repeat(21)])).toThrow(
    /^Invalid pattern. Permission p: /,
  );
});

/** A seeded generator, so that failures can be reproduced. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function textOf(pick: (below: number) => number, pieces: readonly string[], count: number): string {
  return Array.from({ length: count }, () => pieces[pick(pieces.length)]).join('');
}

const wild = ['**/', '/**', '**', '*', '?', 'a', 'b', '-', '/', '.'];
const plain = ['a', 'b', '-', '/', '.'];

it('matches like the equivalent regular expression', () => {
  const pick = random(7);
  const wildcards: Record<string, string> = {
    '**/': '(?:.*/)?',
    '/**': '(?:/.*)?',
    '**': '.*',
    '*': '[^/]*',
    '?': '[^/]',
  };
  const different: string[] = [];
  let matching = 0;
  for (let round = 0; round < 30_000; round++) {
    const pattern = textOf(pick, wild, 1 + pick(7));
    const path = textOf(pick, plain, pick(9));
    const source = (pattern.endsWith('/') ? `${pattern}**` : pattern)
      .replace(/\./g, '\\.')
      .replace(/\*\*\/|\/\*\*$|\*\*|\*|\?/g, (found) => wildcards[found] ?? found);
    const expected = new RegExp(`^${source}$`, 's').test(path);
    if (expected) matching += 1;
    if (Glob.ofPath(pattern).matches(path) !== expected)
      different.push(`${pattern} and ${path}: ${expected}`);
  }
  expect(different).toEqual([]);
  expect(matching).toBeGreaterThan(3000);
});

it.runIf(isFullRun)('takes under 5 ms for each of 100,000 pairs of a pattern and a path', () => {
  const pick = random(11);
  const slow: string[] = [];
  for (let round = 0; round < 100_000; round++) {
    const [pattern, path] = round % 2 ? anyPair(pick) : hostilePair(pick);
    const glob = Glob.ofPath(pattern);
    // Tolerates collections of garbage; a slow pair is slow each time.
    const isFast = () => processorMs(() => glob.matches(path)) < 5;
    if (!isFast() && !isFast() && !isFast()) slow.push(`${pattern} and ${path}`);
  }
  expect(slow).toEqual([]);
});

function anyPair(pick: (below: number) => number): [string, string] {
  return [textOf(pick, wild, 1 + pick(60)), textOf(pick, plain, pick(400))];
}

/** A repeated piece in a path that matches until its end. */
function hostilePair(pick: (below: number) => number): [string, string] {
  const piece = textOf(pick, plain, 1 + pick(3));
  const gap = ['**/', '**', '*', '*?', '?*'][pick(5)] ?? '*';
  const count = 1 + pick(pick(4) ? maxWildcards : 200);
  const pattern = `${pick(2) ? 'releases/' : ''}${`${gap}${piece}`.repeat(count)}`.slice(0, 1000);
  // Neither the start nor the end of the path decides the match.
  const end = pick(2) ? '!*.jar' : '.jar';
  return [`${pattern}${end}`, `releases/${piece.repeat(1 + pick(900 / piece.length))}.jar`];
}

it.each([
  ['releases/*-*-*-*-*!*.jar', `releases/${'-'.repeat(250)}.jar`],
  [`${'**/'.repeat(25)}!*x`, `${'a/'.repeat(2000)}x`],
  [`${'*a'.repeat(500)}!*b`, `${'a'.repeat(4000)}b`],
])('takes time proportional to the path for %s', (pattern, path) => {
  const glob = Glob.ofPath(pattern);
  expect(glob.matches(path)).toBe(false);
  const least = Math.min(...Array.from({ length: 5 }, () => processorMs(() => glob.matches(path))));
  expect(least).toBeLessThan(100);
});
