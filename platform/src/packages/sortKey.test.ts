import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { versionOrder } from './sortKey.ts';

const byKey = (a: string, b: string) => {
  const [left, right] = [versionOrder(a).sortKey, versionOrder(b).sortKey];
  return Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
};

describe('versionOrder', () => {
  it('sorts according to the semver specification', () => {
    const ordered = [
      '0.0.1-0',
      '0.0.1',
      '0.9.0',
      '0.10.0',
      '1.0.0-0',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0--',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-alpha1',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '2.0.0',
      '10.0.0',
      '9007199254740991.0.0',
    ];
    for (const [at, left] of ordered.entries()) {
      for (const [other, right] of ordered.entries()) {
        expect(`${left} ${byKey(left, right)} ${right}`).toBe(`${left} ${Math.sign(at - other)} ${right}`);
        expect(byKey(left, right)).toBe(semver.compare(left, right));
      }
    }
  });

  it('agrees with the semver library on thousands of generated versions', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const identifiers = [
      'alpha',
      'beta',
      'rc',
      'a',
      'A',
      'a-b',
      '-',
      'x1',
      '1x',
      '0',
      '1',
      '9',
      '10',
      '123456',
    ];
    const identifier = () => identifiers[next(identifiers.length)] ?? 'a';
    const made = Array.from({ length: 300 }, () => {
      const core = [next(3), next(12), next(120)].join('.');
      const prerelease = Array.from({ length: next(4) }, identifier).join('.');
      return core + (prerelease && `-${prerelease}`) + (next(5) ? '' : '+build.7');
    });
    const wrong = made.flatMap((left) =>
      made
        .filter((right) => byKey(left, right) !== semver.compare(left, right))
        .map((right) => [left, right]),
    );
    expect(wrong).toEqual([]);
    for (const version of made)
      expect(versionOrder(version).prerelease).toBe(semver.prerelease(version) !== null);
  });

  it('accepts fewer and more numbers, a leading v, and a prerelease without a hyphen', () => {
    expect(byKey('1.2', '1.2.0')).toBe(0);
    expect(byKey('v1.2.3', '1.2.3')).toBe(0);
    expect(byKey('1.2.3', '1.2.3.1')).toBe(-1);
    expect(byKey('1.2.3.1-rc', '1.2.3.1')).toBe(-1);
    expect(byKey('1.2.3', '1.2.3.1-rc')).toBe(-1);
    expect(byKey('1.0rc1', '1.0')).toBe(-1);
    expect(versionOrder('1.0b2').prerelease).toBe(true);
    expect(byKey('7', '6.9.9')).toBe(1);
    expect(byKey('1.0.0', `1.0.${'9'.repeat(81)}`)).toBe(-1);
    expect(byKey(`1.0.${'9'.repeat(80)}`, `1.0.1${'0'.repeat(80)}`)).toBe(-1);
  });

  it('sorts invalid versions below all versions', () => {
    expect(byKey('latest', '0.0.1-0')).toBe(-1);
    expect(byKey('2024-05-01', '0.0.1-0')).toBe(-1);
    expect(byKey('2024-05-01', '2024-11-01')).toBe(-1);
    expect(byKey('build9', 'build10')).toBe(-1);
    expect(versionOrder('latest').prerelease).toBe(false);
  });
});
