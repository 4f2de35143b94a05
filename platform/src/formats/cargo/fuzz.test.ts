import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { countRows } from '../../testing/countRows.ts';
import { fuzzRounds, mutate, type Random, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { readEntry } from './sparse/IndexEntry.ts';
import { metadataOf, publishBody, sampleCrate } from './testing/samples.ts';

const sample = {
  name: 'fuzzed',
  vers: '1.0.0',
  metadata: {
    deps: [{ name: 'a', version_req: '^1', kind: 'dev' }],
    features: { x: ['dep:a'] },
    keywords: ['k'],
  },
  manifest: ['license = "MIT/Apache-2.0"', 'keywords = ["k"]', 'description = "Corrupted on purpose"'],
  files: { 'README.md': '# Fuzzed' },
};
const words = [
  '\0',
  '../',
  '"',
  '[[',
  ']',
  '{',
  'null',
  '-1',
  '\xff\xff\xff\xff',
  '[package]',
  '__proto__',
  'é',
];

/** Timeout in milliseconds; thousands of rounds take long. */
const timeoutMs = 60_000 + fuzzRounds * 200;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await platform.createRepository('rs', { rclass: 'local', packageType: 'cargo' });
});
afterAll(() => platform?.close());

async function publish(payload: Buffer) {
  const url = '/artifactory/api/cargo/rs/api/v1/crates/new';
  return platform.app.inject({ method: 'PUT', url, headers: { authorization: platform.adminAuth }, payload });
}

const stored = () => countRows(platform, 'rs', 'cargo_versions');

describe('corrupted input', () => {
  it(
    'is rejected with a message or is a complete crate: frames, metadata, and crates',
    async () => {
      const random = randomNumbers(9);
      const crate = await sampleCrate(sample);
      const archive = gunzipSync(crate);
      const metadata = metadataOf(sample);
      const text = Buffer.from(JSON.stringify(metadata));
      const whole = publishBody(metadata, crate);
      const framed = (json: Buffer, bytes: Buffer) => {
        const [first, second] = [Buffer.alloc(4), Buffer.alloc(4)];
        first.writeUInt32LE(json.length);
        second.writeUInt32LE(bytes.length);
        return Buffer.concat([first, json, second, bytes]);
      };
      const kinds: ((random: Random) => Buffer)[] = [
        (any) => mutate(whole, any, words),
        (any) => framed(mutate(text, any, words), crate),
        (any) => framed(text, mutate(crate, any, words)),
        (any) => framed(text, gzipSync(mutate(archive, any, words), { level: 1 })),
      ];
      const outcomes = new Map<number, number>();
      for (let round = 0; round < fuzzRounds; round++) {
        const answer = await publish(kinds[round % kinds.length]?.(random) ?? whole);
        outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
        expect([200, 400, 409, 413], `${round}: ${answer.body}`).toContain(answer.statusCode);
        if (answer.statusCode !== 200) expect(answer.json().errors[0].detail.length).toBeGreaterThan(20);
        if (answer.statusCode === 200 || round % 25 === 0) {
          const [files, described, indexed] = await stored();
          expect([described, indexed], `${round}`).toEqual([files, files]);
        }
        if (answer.statusCode !== 200) continue;
        await withStorage(platform.storage, () => db().execute(sql`DELETE FROM files WHERE repo = 'rs'`));
        await withStorage(platform.storage, () => db().execute(sql`DELETE FROM cargo_crates`));
        await withStorage(platform.storage, () => db().execute(sql`DELETE FROM versions WHERE repo = 'rs'`));
      }
      expect(outcomes.get(400)).toBeGreaterThan(fuzzRounds / 3);
    },
    timeoutMs,
  );

  it('is skipped: lines of an index', () => {
    const random = randomNumbers(10);
    const line = Buffer.from(
      JSON.stringify({ name: 'a', vers: '1.0.0', deps: [], cksum: 'a'.repeat(64), features: {} }),
    );
    for (let round = 0; round < fuzzRounds; round++) {
      const entry = readEntry(mutate(line, random, words).toString(), 'a');
      if (entry) expect([entry.name, entry.cksum.length]).toEqual(['a', 64]);
    }
  });
});
