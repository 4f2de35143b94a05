import { gunzipSync, gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../archives/ArchiveBytes.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fuzzRounds, mutate, type Random, randomNumbers } from '../../testing/mutate.ts';
import { readChart } from './chart.ts';
import { helmFiles } from './files.ts';
import { type Json, readYaml } from './readYaml.ts';
import { chartArchive } from './testing/samples.ts';
import { readIndex } from './upstream/readIndex.ts';
import { yamlLines } from './writeYaml.ts';

const words = [
  '&a ',
  '*a',
  '<<: *a',
  '- ',
  ': ',
  '|\n',
  '>-\n',
  '!!binary ',
  '!!js/function ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\t',
  '#',
  '---\n',
  '\0',
  '__proto__: 1\n',
  '\xff',
  '['.repeat(3000),
];

const index = `apiVersion: v1
entries:
  one:
  - &first
    apiVersion: v2
    name: one
    version: 1.0.0
    created: "2024-01-01T00:00:00Z"
    digest: ${'ab'.repeat(32)}
    description: |
      several
      lines
    keywords: [a, b]
    urls:
    - one-1.0.0.tgz
  - <<: *first
    version: 1.1.0
  two:
  - name: two
    version: 0.1.0
    urls: ['https://elsewhere.example.org/two.tgz']
    maintainers:
    - name: Rosa
generated: "2024-01-01T00:00:00Z"
`;

describe(`${fuzzRounds} corrupted`, () => {
  it('index files are read or rejected with a message', async () => {
    const random = randomNumbers(21);
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        for (const { url, name, entry } of await readIndex(
          mutate(Buffer.from(index), random, words).toString(),
          'https://up.example.org/',
        )) {
          expect([typeof url, typeof name, yamlLines([entry]).length > 0]).toEqual([
            'string',
            'string',
            true,
          ]);
        }
      } catch (error) {
        expect((error as Error).message).toMatch(/^it(?:s| )/);
      }
    }
  });

  it('charts are read or rejected with a message', async () => {
    const random = randomNumbers(22);
    const more = 'keywords: [a]\nannotations:\n  licenses: MIT\ndependencies:\n- name: b\n  version: ^1\n';
    const chart = await chartArchive({
      name: 'fuzzed',
      version: '1.0.0',
      more,
      files: { 'README.md': '# x' },
    });
    const plain = gunzipSync(chart);
    let refused = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      const broken =
        round % 2 ? gzipSync(mutate(plain, random, words), { level: 1 }) : mutate(chart, random, words);
      try {
        const { name, version } = await readChart(bytesOf(broken));
        expect([typeof name, typeof version]).toEqual(['string', 'string']);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect([error.status, error.message]).toEqual([
          400,
          expect.stringMatching(/^Invalid (?:chart|Chart\.yaml): .{5}/),
        ]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(fuzzRounds / 3);
  });

  it('paths identify a chart or none', () => {
    const random = randomNumbers(23);
    for (let round = 0; round < fuzzRounds; round++) {
      const path = mutate(Buffer.from('sub/web-app-1.2.3-rc.1+b.tgz.prov'), random, [
        '/',
        '-1',
        '.tgz',
        '-'.repeat(3000),
        '9'.repeat(3000),
      ]).toString();
      helmFiles.packageOf?.(path);
      try {
        helmFiles.check?.(path);
      } catch (error) {
        expect((error as HttpError).status).toBe(400);
      }
    }
  });
});

describe('a written index', () => {
  it('has the same meaning for every YAML reader', () => {
    const random = randomNumbers(24);
    for (let round = 0; round < fuzzRounds; round++) {
      const value = randomValue(random, 3);
      expect(load(yamlLines(value).join('\n'))).toEqual(value);
    }
  });
});

const texts = [
  '',
  'a',
  'yes',
  'No',
  'null',
  '~',
  '1',
  '1.0',
  '1.0.0',
  '1.2.3-rc.1',
  '0x1f',
  '1e3',
  '2024-01-01',
  ' a',
  'a ',
  'a b',
  'a: b',
  'a #b',
  '- a',
  '# a',
  '"',
  "'",
  '\\',
  'a\nb',
  '\t',
  '\u2028',
  '\u0085',
  'é',
  '🙂',
  '{a}',
  '[a]',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  '|',
  '>',
  '=',
  '<<',
  'true',
  '.inf',
  '12:30:45',
  '__proto__',
];

function randomValue(random: Random, depth: number): Json {
  const kind = random(depth > 0 ? 6 : 3);
  if (kind === 0) return [true, false, null, 0, -1, 1.5, 1e21][random(7)] ?? null;
  if (kind <= 2) return texts[random(texts.length)] ?? '';
  if (kind === 3) return Array.from({ length: random(4) }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => [
      texts[random(texts.length - 1)] ?? '',
      randomValue(random, depth - 1),
    ]),
  );
}

describe('reading an index', () => {
  it('works piece by piece, even if a piece refers to another piece', async () => {
    const charts = await readIndex(index, 'https://up.example.org/charts/');
    expect(charts.map(({ name, version, url }) => [name, version, url])).toEqual([
      ['one', '1.0.0', 'https://up.example.org/charts/one-1.0.0.tgz'],
      ['two', '0.1.0', 'https://elsewhere.example.org/two.tgz'],
    ]);
    const across = index.replace('  - name: two\n', '  - *first\n  - name: two\n');
    expect(await readIndex(across, 'https://up.example.org/')).toHaveLength(2);
    expect(await readIndex(JSON.stringify(load(index)), 'https://up.example.org/')).toHaveLength(2);
    const inline = `${index.split('generated:')[0]}  three: [{name: three, version: 1.0.0, urls: [x.tgz]}]\n  "four": []\n`;
    expect((await readIndex(inline, 'https://up.example.org/')).map(({ name }) => name)).toEqual([
      'one',
      'two',
      'three',
    ]);
    await expect(
      readIndex(`entries:\n  a: [${'x,'.repeat(2 ** 20)}]\n`, 'https://up.example.org/'),
    ).rejects.toThrow('it is not in the format that helm writes');
  });

  it('rejects an alias bomb', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(',')}]\n`;
    const bomb = [...'bcdefghij'].reduce(
      (text, name, at) => text + level(name, `*${'abcdefghij'[at]}`),
      level('a', 'x'),
    );
    expect(() => readYaml(bomb)).toThrow('too many aliases');
  });
});
