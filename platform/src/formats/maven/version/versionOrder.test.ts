import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../testing/mutate.ts';
import { versionOrder } from './versionOrder.ts';

const order = (a: string, b: string) => {
  const [left, right] = [versionOrder(a).sortKey, versionOrder(b).sortKey];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Sorted ascending. */
const ascending = [
  '1-alpha-1',
  '1-alpha-2',
  '1-alpha-10',
  '1-beta',
  '1-beta-2',
  '1-milestone-1',
  '1-rc',
  '1-rc-1',
  '1-rc-2',
  '1-SNAPSHOT',
  '1',
  '1-sp',
  '1-sp-1',
  '1-abc',
  '1-jre',
  '1-xyz',
  '1-1-SNAPSHOT',
  '1-1',
  '1-2',
  '1.0.1',
  '1.1-m1',
  '1.1',
  '1.1.1',
  '1.2',
  '1.9',
  '1.10',
  '2.0-alpha',
  '2.0-rc1',
  '2.0',
  '2.0.0.1',
  '10',
  '20240101',
  '123456789012345678901234567890',
];
const equal = [
  ['1', '1.0', '1.0.0', '1-ga', '1.ga', '1-final', '1.0.0-RELEASE', '1-0', '1.0-0', '1.', '1-'],
  ['1-rc1', '1-cr1', '1rc1', '1.rc1', '1-RC-1', '1.0.0.RC1'],
  ['1a1', '1-a1', '1-alpha1', '1-alpha-1', '1.0alpha1'],
  ['1m3', '1.0.0.M3', '1-milestone-3', '1.0-milestone-3'],
  ['1.01', '1.1'],
];

describe('version order', () => {
  it('is the same as in Maven', () => {
    for (const [at, lower] of ascending.entries()) {
      for (const higher of ascending.slice(at + 1))
        expect([lower, higher, order(lower, higher)]).toEqual([lower, higher, -1]);
    }
  });

  it('treats versions as equal that Maven treats as equal', () => {
    for (const [first = '', ...rest] of equal)
      for (const other of rest) expect([first, other, order(first, other)]).toEqual([first, other, 0]);
  });

  it.each([
    ['1-SNAPSHOT', true],
    ['1.0-rc1', true],
    ['1.0.0.M1', true],
    ['1', false],
    ['31.1-jre', false],
    ['1.0.Final', false],
  ])('knows whether %s is a prerelease: %s', (version, prerelease) => {
    expect(versionOrder(version).prerelease).toBe(prerelease);
  });

  it('is fast for hostile versions', () => {
    for (const piece of ['-', '.', 'a1', '1a', '-0', 'a.', '9'])
      expect(versionOrder(piece.repeat(5000)).sortKey.length).toBeLessThan(200_000);
  });

  const library = '/usr/share/maven/lib/maven-artifact-3.x.jar';
  it.skipIf(!existsSync(library))('agrees with Maven itself', () => {
    const random = randomNumbers(7);
    const pick = (from: readonly string[]) => from[random(from.length)] ?? '';
    // Qualifiers only after hyphens: after dots, Maven's order is cyclic.
    const numbers = ['0', '1', '2', '10', '00', '01', '20240131', '99999999999999999999'];
    const words = [
      'alpha',
      'beta',
      'm',
      'a',
      'b',
      'rc',
      'cr',
      'snapshot',
      'SNAPSHOT',
      'final',
      'ga',
      'release',
      'sp',
      'jre',
      'foo',
    ];
    const version = () => {
      let made = pick(numbers);
      for (let times = random(4); times > 0; times--) made += `.${pick(numbers)}`;
      for (let times = random(3); times > 0; times--)
        made += `${pick(['-', ''])}${pick(words)}${pick(['', '-1', '1', '-2', '2', '.3'])}`;
      return made;
    };
    const given = Array.from({ length: 4000 }, version);
    const said = execFileSync(
      'java',
      ['-cp', library, 'org.apache.maven.artifact.versioning.ComparableVersion', ...given],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const compared = [...said.matchAll(/^ {3}(\S+) ([<>]|==) (\S+)$/gm)];
    expect(compared).toHaveLength(given.length - 1);
    const signs = { '<': -1, '>': 1, '==': 0 } as Record<string, number>;
    const wrong = compared.filter(([, a = '', sign = '', b = '']) => order(a, b) !== signs[sign]);
    expect(wrong.map(([line]) => line)).toEqual([]);
  });
});
