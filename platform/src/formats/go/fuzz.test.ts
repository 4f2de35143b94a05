import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../archives/ArchiveBytes.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { licenseOfText } from '../../licenses/licenseOfText.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { processorMs } from '../../testing/processorMs.ts';
import { goFiles } from './files.ts';
import { parseGoMod } from './goMod.ts';
import { parseGoPath } from './goPath.ts';
import { readModuleZip } from './moduleZip.ts';
import { mit, moduleZip } from './testing/samples.ts';

const module = 'lading.example/fuzzed';
const goMod = Buffer.from(
  `// Deprecated: no\nmodule ${module} // why\n\ngo 1.19\n\nrequire (\n\ta.b/c v1.0.0 // indirect\n\t"d.e/f" v2.0.0+incompatible\n)\n\nreplace a.b/c => ../c\nretract [v1.0.0, v1.1.0]\n`,
);

describe(`${fuzzRounds} corrupted`, () => {
  it('go.mod files are read or rejected with a message', () => {
    const random = randomNumbers(11);
    const words = [
      'module',
      'require',
      '(',
      ')',
      '"',
      '`',
      '//',
      '\0',
      '\r\n',
      '=>',
      'Deprecated:',
      '('.repeat(5000),
    ];
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        for (const each of parseGoMod(mutate(goMod, random, words).toString()).requires) {
          expect(typeof each.path).toBe('string');
        }
      } catch (error) {
        expect((error as Error).message).toMatch(/^(?:it|its|the) /);
      }
    }
  });

  it('archives are read or rejected with a message', async () => {
    const random = randomNumbers(12);
    const zip = moduleZip({
      module,
      version: 'v1.0.0',
      goMod: goMod.toString(),
      files: { 'README.md': '# Fuzzed', LICENSE: mit, 'a/b.go': 'package b' },
    });
    const words = [
      'PK\x01\x02',
      'PK\x03\x04',
      'PK\x05\x06',
      '../',
      '\0',
      '\xff\xff\xff\xff',
      `${module}@v1.0.0/`,
    ];
    let refused = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        await readModuleZip(bytesOf(mutate(zip, random, words)), module, 'v1.0.0');
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect([error.status, error.message]).toEqual([
          400,
          expect.stringMatching(/^Invalid (?:module|go\.mod): .{5}/),
        ]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(fuzzRounds / 2);
  });

  it('paths are parsed or rejected with a message', () => {
    const random = randomNumbers(13);
    const paths = [
      `${module}/@v/v1.0.0.zip`,
      `${module}/@latest`,
      `sumdb/sum.example.org/lookup/${module}@v1.0.0`,
      'a.b/!c/v2/@v/list',
    ];
    const words = [
      '!',
      '/',
      '@v',
      '@latest',
      '..',
      '\0',
      'A',
      '%2f',
      '~1',
      'v2',
      '+incompatible',
      'a/'.repeat(3000),
    ];
    for (let round = 0; round < fuzzRounds; round++) {
      const path = mutate(Buffer.from(paths[random(paths.length)] ?? ''), random, words).toString();
      parseGoPath(path);
      goFiles.packageOf?.(path);
      goFiles.immutable?.(path);
      try {
        goFiles.check?.(path);
      } catch (error) {
        expect((error as HttpError).status).toBe(400);
      }
    }
  });
});

it('is fast for hostile texts', () => {
  const taken = processorMs(() => {
    parseGoPath(`sumdb/${'a/'.repeat(2000)}`);
    parseGoMod(`// Deprecated: ${'\n//'.repeat(50_000)}\nmodule a.b/c\n`);
    licenseOfText(`SPDX-License-Identifier: ${'A OR '.repeat(10_000)}`);
  });
  expect(taken).toBeLessThan(1000);
});
