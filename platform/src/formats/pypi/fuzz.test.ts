import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { countRows } from '../../testing/countRows.ts';
import { fuzzRounds, mutate, type Random, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { metadataOf, type SampleFile, sampleSource, sampleWheel, uploadForm } from './testing/samples.ts';
import { readPage } from './upstream/readPage.ts';
import { normalVersion, pythonVersionOrder } from './version.ts';

const project = {
  name: 'fuzzed',
  version: '1.0',
  headers: [
    'Summary: Corrupted on purpose',
    'Requires-Dist: a[b] (>=1); extra == "c"',
    'Requires-Python: >=3.8',
  ],
  readme: '# Fuzzed\n',
  files: { 'fuzzed.py': 'x = 1\n'.repeat(50) },
};
const words = [
  '../',
  '\0',
  '\r\n',
  '--a-boundary-of-the-tests',
  'filename="',
  'Name: ',
  'PK\x05\x06',
  '\xff\xff\xff\xff',
  ';',
  '!',
];

/** Timeout in milliseconds; thousands of rounds take long. */
const timeoutMs = 60_000 + fuzzRounds * 200;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await platform.createRepository('py', { rclass: 'local', packageType: 'pypi' });
});
afterAll(() => platform?.close());

const call = (method: 'POST' | 'DELETE', path: string, headers = {}, payload?: Buffer) =>
  platform.app.inject({
    method,
    url: `/artifactory/api/pypi/py/${path}`,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(payload ? { payload } : {}),
  });

const stored = () => countRows(platform, 'py', 'pypi_files');

describe('corrupted input', () => {
  it(
    'is rejected with a message or is a complete file: forms, wheels, and sdists',
    async () => {
      const random = randomNumbers(7);
      const wheel = sampleWheel(project);
      const source = await sampleSource(project);
      const archive = gunzipSync(source.bytes);
      const form = uploadForm(project, wheel);
      // No digests, because they would not match the corrupted file.
      const sent = (file: SampleFile) =>
        uploadForm(project, file, { fields: { sha256_digest: undefined, md5_digest: undefined } }).payload;
      const inside = (text: Buffer) =>
        zipOf([{ path: 'fuzzed-1.0.dist-info/METADATA', content: text, stored: true }]);
      const kinds: ((random: Random) => Buffer)[] = [
        (any) => mutate(form.payload, any, words),
        (any) => sent({ ...wheel, bytes: mutate(wheel.bytes, any, words) }),
        (any) => sent({ ...source, bytes: mutate(source.bytes, any, words) }),
        (any) => sent({ ...source, bytes: gzipSync(mutate(archive, any, words), { level: 1 }) }),
        (any) => sent({ ...wheel, bytes: inside(mutate(Buffer.from(metadataOf(project)), any, words)) }),
      ];
      const outcomes = new Map<number, number>();
      for (let round = 0; round < fuzzRounds; round++) {
        const payload = kinds[round % kinds.length]?.(random) ?? form.payload;
        const answer = await call('POST', '', form.headers, payload);
        outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
        expect([200, 400, 409, 410, 413], `${round}: ${answer.body}`).toContain(answer.statusCode);
        if (answer.statusCode !== 200) expect(answer.json().errors[0].message.length).toBeGreaterThan(20);
        if (answer.statusCode === 200 || round % 25 === 0) {
          const [files = 0, described, indexed = 0] = await stored();
          expect([described, indexed > 0], `${round}`).toEqual([files, files > 0]);
        }
        if (answer.statusCode === 200)
          for (const file of [wheel.file, source.file]) await call('DELETE', `packages/fuzzed/${file}`);
      }
      expect(outcomes.get(400)).toBeGreaterThan(fuzzRounds / 5);
    },
    timeoutMs,
  );

  it('is parsed without its invalid parts: upstream pages and versions', () => {
    const random = randomNumbers(8);
    const more = [
      '<a href="',
      '">',
      '&#0;',
      '{"files":[',
      'http://',
      '%2f',
      '\ud800',
      '<base href="//x">',
      '"size":-1',
    ];
    const file = {
      filename: 'a-1.tar.gz',
      url: 'a-1.tar.gz#x',
      hashes: { sha256: 'a'.repeat(64) },
      size: 5,
      yanked: 'no',
    };
    const pages = [
      JSON.stringify({
        meta: {},
        name: 'a',
        versions: ['1'],
        files: [file, { ...file, 'core-metadata': true }],
      }),
      `<!DOCTYPE html><html><a href="../a-1.tar.gz#sha256=${'a'.repeat(64)}" data-yanked="x">a-1.tar.gz</a></html>`,
    ].map((page) => Buffer.from(page));
    for (let round = 0; round < fuzzRounds; round++) {
      const page = mutate(pages[round % 2] ?? Buffer.alloc(0), random, more).toString();
      try {
        for (const { url, filename } of readPage(page, 'http://index.example/simple/a/').files)
          expect([/^https?:/.test(url), /[/\\\0]/.test(filename)]).toEqual([true, false]);
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
      }
      const version = mutate(Buffer.from('1!2.0rc1.post2.dev3+local.4'), random, [
        '.',
        '99999999999999999999',
        '-',
        'rc',
      ]).toString();
      expect(normalVersion(normalVersion(version) ?? '1')).toBe(normalVersion(version) ?? '1');
      expect(pythonVersionOrder(version).sortKey.length).toBeGreaterThan(0);
    }
  });
});
