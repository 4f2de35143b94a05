import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Random } from '../../packages/testing/random.ts';
import { isSameVersion, normalVersion, pythonVersionOrder } from './version.ts';

/** In PEP 440 order. */
const ordered = [
  'no version at all',
  '0.dev0',
  '0.1',
  '1.dev0',
  '1.0.dev456',
  '1.0a1',
  '1.0a2.dev456',
  '1.0a12.dev456',
  '1.0a12',
  '1.0b1.dev456',
  '1.0b2',
  '1.0b2.post345.dev456',
  '1.0b2.post345',
  '1.0rc1.dev456',
  '1.0rc1',
  '1.0',
  '1.0+abc.5',
  '1.0+abc.7',
  '1.0+abc.7.1',
  '1.0+5',
  '1.0+10',
  '1.0.post456.dev34',
  '1.0.post456',
  '1.0.15',
  '1.1.dev1',
  '1.1',
  '1.10',
  '2024.1',
  '1!0.1',
  '12!0',
];
const key = (version: string) => Buffer.from(pythonVersionOrder(version).sortKey);

describe('the order of Python versions', () => {
  it('is that of PEP 440, compared by bytes', () => {
    for (const [at, version] of ordered.entries())
      for (const [other, later] of ordered.entries())
        expect(Math.sign(Buffer.compare(key(version), key(later))), `${version} ${later}`).toBe(
          Math.sign(at - other),
        );
  });

  it('recognizes prereleases', () => {
    const prerelease = (version: string) => pythonVersionOrder(version).prerelease;
    expect(['1.0a1', '1.dev0', '1.0rc1', '1.post1.dev2'].every(prerelease)).toBe(true);
    expect(['1.0', '1.0.post1', '1.0+local', 'nonsense'].some(prerelease)).toBe(false);
  });

  it.each([
    ['V1.0', '1.0'],
    ['1.0-ALPHA_01', '1.0a1'],
    ['1.0-1', '1.0.post1'],
    ['1.0.r', '1.0.post0'],
    ['1.0c3', '1.0rc3'],
    ['1.0preview', '1.0rc0'],
    ['0!01.002', '1.2'],
    ['1.0+Ubuntu-01', '1.0+ubuntu.1'],
    ['1.0DEV', '1.0.dev0'],
  ])('normalizes %s to %s', (given, normal) => {
    expect(normalVersion(given)).toBe(normal);
    expect(isSameVersion(given, normal)).toBe(true);
  });

  it('treats 1.0 and 1.0.0 as equal', () => {
    expect(isSameVersion('1.0', '1.0.0')).toBe(true);
    expect(isSameVersion('1.0', '1.0.1')).toBe(false);
  });
});

/** pip's vendored copy works too. */
const importing = `
try:
    from packaging.version import Version, InvalidVersion
except ImportError:
    from pip._vendor.packaging.version import Version, InvalidVersion
import sys
`;
const hasPackaging = spawnSync('python3', ['-c', importing]).status === 0;

describe.skipIf(!hasPackaging)("Python's own packaging", () => {
  it('agrees on order and normal form for thousands of versions', () => {
    const random = new Random(440);
    const some = (...texts: [string, ...string[]]) => random.pick(texts);
    const number = () => String(random.pick([0, 0, 1, 1, 2, 3, 9, 10, 11, 99, 100, 2024]));
    const make = () =>
      [
        some('', '', '', 'v', `${number()}!`),
        Array.from({ length: 1 + random.below(4) }, number).join('.'),
        some('', '', '', `a${number()}`, `-beta.${number()}`, `_rc_${number()}`, `.pre${number()}`, 'c'),
        some('', '', '', `.post${number()}`, `-${number()}`, `r${number()}`, '.rev'),
        some('', '', '', `.dev${number()}`, 'dev', `-dev_${number()}`),
        some('', '', '', `+${number()}`, `+abc.${number()}`, `+${number()}.a_b`, '+Ubuntu-1', '+x', '!'),
      ].join('');
    const versions = [...new Set(Array.from({ length: 3000 }, make))];
    const program = `${importing}
valid = []
for line in sys.stdin.read().split("\\n"):
    try:
        valid.append((Version(line), line))
    except InvalidVersion:
        pass
for parsed, line in sorted(valid, key=lambda pair: (pair[0], pair[1])):
    print(line, str(parsed), parsed.is_prerelease)
`;
    const output = execFileSync('python3', ['-c', program], { input: versions.join('\n'), encoding: 'utf8' });
    const theirs = output.trim().split('\n');
    const byKey = (a: string, b: string) => Buffer.compare(key(a), key(b)) || (a < b ? -1 : 1);
    const ours = versions.filter((version) => normalVersion(version) !== undefined).sort(byKey);
    const said = ours.map((version) => {
      const { prerelease } = pythonVersionOrder(version);
      return `${version} ${normalVersion(version)} ${prerelease ? 'True' : 'False'}`;
    });
    expect(said.length).toBeGreaterThan(1500);
    expect(said).toEqual(theirs);
  });
});
