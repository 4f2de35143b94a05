import { describe, expect, it } from 'vitest';
import { normalRange, nugetOrder, parseVersion } from './version.ts';

describe('a NuGet version', () => {
  it.each([
    ['1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['01.002.3', '1.2.3'],
    ['1.2.3.0', '1.2.3'],
    ['1.2.3.4', '1.2.3.4'],
    ['1.0.0-Beta.1', '1.0.0-Beta.1'],
    ['1.0.0+build', '1.0.0'],
    ['1.0-rc-1+sha.5', '1.0.0-rc-1'],
  ])('%s is normalized to %s', (given, normal) => {
    expect(parseVersion(given)?.normal).toBe(normal);
  });

  it.each(['', 'v1.0', '1.2.3.4.5', '1.0.0-', '1.0.0-a..b', '1.0+', '1.x', '9999999999.0', '1.0.0-ä'])(
    '%s is invalid',
    (given) => {
      expect(parseVersion(given)).toBeUndefined();
    },
  );

  it('sorts by four numbers, ignoring case', () => {
    const sorted = [
      '1.0.0-alpha',
      '1.0.0-Alpha.1',
      '1.0.0-beta.2',
      '1.0.0-BETA.11',
      '1.0.0-rc',
      '1.0',
      '1.0.0.1',
      '1.0.1',
      '1.2',
      '1.10.0',
      '2.0.0',
    ];
    const keys = sorted.map((version) => nugetOrder(version).sortKey);
    expect([...keys].sort()).toEqual(keys);
    expect(nugetOrder('1.0.0-RC+x').sortKey).toBe(nugetOrder('01.0.0.0-rc').sortKey);
  });

  it.each([
    ['1.0', '[1.0.0, )'],
    ['[1.0]', '[1.0.0, 1.0.0]'],
    ['(,1.0]', '(, 1.0.0]'],
    ['[1.0,2.0)', '[1.0.0, 2.0.0)'],
    [undefined, '(, )'],
    ['1.*', '1.*'],
  ])('the range %s is normalized to %s', (given, range) => {
    expect(normalRange(given)).toBe(range);
  });
});
