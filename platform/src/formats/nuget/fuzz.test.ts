import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../archives/ArchiveBytes.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { readNuspec } from './package/nuspec.ts';
import { readPackage } from './package/readPackage.ts';
import { dependencies, nupkg, nuspecText } from './testing/samples.ts';
import { readEntry } from './upstream/versions.ts';
import { normalRange, nugetOrder, parseVersion } from './version.ts';

const sample = {
  id: 'Fuzzed',
  version: '1.0.0-rc.1',
  more: `<license type="file">LICENSE</license><readme>README.md</readme><tags>a b</tags>${dependencies}`,
  files: { 'README.md': '# x', LICENSE: 'MIT License' },
};
const words = [
  '<',
  '>',
  '</',
  '&#0;',
  '&x;',
  '<!DOCTYPE a>',
  '<![CDATA[',
  '<!--',
  '\0',
  '\xff',
  '<dependency id="x"/>',
  '<id>../..</id>',
  '<a>'.repeat(3000),
];

describe(`${fuzzRounds} corrupted`, () => {
  it('nuspecs are read or rejected with a message', () => {
    const random = randomNumbers(31);
    const whole = Buffer.from(nuspecText(sample));
    let refused = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        const { id, version } = readNuspec(mutate(whole, random, words).toString());
        expect([id, version.normal]).toEqual([
          expect.stringMatching(/^[\w.-]+$/),
          expect.stringMatching(/^\d/),
        ]);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect([error.status, error.message]).toEqual([400, expect.stringMatching(/^Invalid nuspec: .{5}/)]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(fuzzRounds / 3);
  });

  it('packages are read or rejected with a message', async () => {
    const random = randomNumbers(32);
    const whole = nupkg(sample);
    let refused = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        await readPackage(
          bytesOf(
            mutate(whole, random, ['PK\x01\x02', 'PK\x05\x06', '../', '\0', '\xff\xff\xff\xff', '.nuspec']),
          ),
        );
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect([error.status, error.message]).toEqual([
          400,
          expect.stringMatching(/^Invalid (?:nuspec|package): .{5}/),
        ]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(fuzzRounds / 3);
  });

  it('upstream entries are read without their invalid parts', () => {
    const random = randomNumbers(33);
    const whole = Buffer.from(
      JSON.stringify({
        authors: ['a'],
        tags: 'a b',
        dependencyGroups: [{ targetFramework: 'net6.0', dependencies: [{ id: 'B', range: '[1, )' }] }],
        requireLicenseAcceptance: true,
      }),
    );
    for (let round = 0; round < fuzzRounds; round++) {
      let given: unknown;
      try {
        given = JSON.parse(mutate(whole, random, ['null', '7', '[]', '{}', '""', ',', '"x":']).toString());
      } catch {
        continue;
      }
      if (typeof given === 'object' && given !== null)
        JSON.stringify(readEntry(given as Record<string, unknown>));
    }
  });

  it('versions and ranges are ordered', () => {
    const random = randomNumbers(34);
    for (let round = 0; round < fuzzRounds; round++) {
      const text = mutate(Buffer.from('[1.02.3.4-rc.1+x,2.0)'), random, [
        '.',
        '-',
        '+',
        ',',
        '[',
        ')',
        '9'.repeat(500),
        ' '.repeat(5000),
        '\0',
      ]).toString();
      expect(typeof nugetOrder(text).sortKey).toBe('string');
      expect(normalRange(text).length).toBeLessThan(400);
      expect(parseVersion(text)?.normal ?? '0').toMatch(/^\d/);
    }
  });
});
