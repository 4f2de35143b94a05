import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, sampleTarball } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

/** A seeded generator (mulberry32), so that failures can be reproduced. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Changes, drops, duplicates, or moves a few bytes. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  let broken = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(broken.length);
    const length = 1 + random(40);
    const kinds = [
      () => broken.fill(random(256), at, Math.min(at + 1, broken.length)),
      () => Buffer.concat([broken.subarray(0, at), broken.subarray(at + length)]),
      () => Buffer.concat([broken.subarray(0, at), broken.subarray(at, at + length), broken.subarray(at)]),
      () => broken.subarray(0, at),
      () =>
        Buffer.concat([
          broken.subarray(0, at),
          Buffer.from('"{}[],:\\\u0000/../'.charAt(random(14))),
          broken.subarray(at),
        ]),
      () => Buffer.concat([broken.subarray(at), broken.subarray(0, at)]),
    ];
    broken = Buffer.from((kinds[random(kinds.length)] ?? kinds[0])?.() ?? broken);
    if (broken.length === 0) break;
  }
  return broken;
}

const sample = {
  name: 'fuzzed',
  version: '1.0.0',
  manifest: { description: 'Corrupted on purpose', dependencies: { a: '1' } },
  files: { 'README.md': '# Fuzzed', 'lib/index.js': 'x'.repeat(300) },
};

async function put(payload: string | Buffer) {
  const url = '/artifactory/api/npm/npm-local/fuzzed';
  const headers = { authorization: platform.adminAuth, 'content-type': 'application/json' };
  return platform.app.inject({ method: 'PUT', url, headers, payload });
}

/**
 * Unpublishes the package and releases its version, so that the next round can publish other
 * content.
 */
async function forget(): Promise<void> {
  const headers = { authorization: platform.adminAuth };
  await platform.app.inject({ method: 'DELETE', url: '/artifactory/api/npm/npm-local/fuzzed', headers });
  await withStorage(platform.storage, () => db().execute(sql`DELETE FROM npm_unpublished`));
}

/** Counts versions, files, and indexed versions, which must match. */
async function stored(): Promise<{ versions: number; files: number; indexed: number }> {
  const result = await withStorage(platform.storage, () =>
    db().execute<{ versions: number; files: number; indexed: number }>(sql`
      SELECT (SELECT count(*)::integer FROM npm_versions) AS versions, (SELECT count(*)::integer FROM files) AS files,
        (SELECT count(*)::integer FROM versions) AS indexed`),
  );
  const [row] = result.rows;
  if (!row) throw new Error('No count returned');
  return row;
}

describe('publishing corrupted input', () => {
  it('is rejected with a message or creates a complete version: corrupted documents', async () => {
    const random = randomNumbers(1);
    const whole = Buffer.from(JSON.stringify(publishBody(sample, await sampleTarball(sample))));
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 250; round++) {
      const answer = await put(mutate(whole, random));
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
      expect([200, 201, 400, 403, 404, 413], answer.body).toContain(answer.statusCode);
      if (answer.statusCode >= 400) expect(answer.json().error.length).toBeGreaterThan(10);
      const { versions, files, indexed } = await stored();
      expect([files, indexed]).toEqual([versions, versions]);
      if (answer.statusCode === 201) await forget();
    }
    expect(outcomes.get(400)).toBeGreaterThan(150);
  });

  it('is rejected with a message or creates a complete version: corrupted tarballs with correct hashes', async () => {
    const random = randomNumbers(2);
    const tarball = await sampleTarball(sample);
    const archive = gunzipSync(tarball);
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 250; round++) {
      // Half of them are corrupted inside, where gzip's checksum does not detect it.
      const broken = round % 2 === 0 ? mutate(tarball, random) : gzipSync(mutate(archive, random));
      const answer = await put(JSON.stringify(publishBody(sample, broken)));
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
      expect([201, 400], answer.body).toContain(answer.statusCode);
      const { versions, files, indexed } = await stored();
      expect([files, indexed]).toEqual([versions, versions]);
      if (answer.statusCode === 201) await forget();
    }
    expect(outcomes.get(400)).toBeGreaterThan(150);
  });
});
