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

/** The same numbers in every run (mulberry32), so that what fails once fails again. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A few bytes changed, dropped, doubled or moved. */
function spoil(bytes: Buffer, random: (below: number) => number): Buffer {
  let spoilt = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(spoilt.length);
    const length = 1 + random(40);
    const kinds = [
      () => spoilt.fill(random(256), at, Math.min(at + 1, spoilt.length)),
      () => Buffer.concat([spoilt.subarray(0, at), spoilt.subarray(at + length)]),
      () => Buffer.concat([spoilt.subarray(0, at), spoilt.subarray(at, at + length), spoilt.subarray(at)]),
      () => spoilt.subarray(0, at),
      () =>
        Buffer.concat([
          spoilt.subarray(0, at),
          Buffer.from('"{}[],:\\\u0000/../'.charAt(random(14))),
          spoilt.subarray(at),
        ]),
      () => Buffer.concat([spoilt.subarray(at), spoilt.subarray(0, at)]),
    ];
    spoilt = Buffer.from((kinds[random(kinds.length)] ?? kinds[0])?.() ?? spoilt);
    if (spoilt.length === 0) break;
  }
  return spoilt;
}

const sample = {
  name: 'fuzzed',
  version: '1.0.0',
  manifest: { description: 'Spoilt on purpose', dependencies: { a: '1' } },
  files: { 'README.md': '# Fuzzed', 'lib/index.js': 'x'.repeat(300) },
};

async function put(payload: string | Buffer) {
  const url = '/artifactory/api/npm/npm-local/fuzzed';
  const headers = { authorization: platform.adminAuth, 'content-type': 'application/json' };
  return platform.app.inject({ method: 'PUT', url, headers, payload });
}

/** Unpublishes the package, and releases its version: the next round publishes it with other content. */
async function forget(): Promise<void> {
  const headers = { authorization: platform.adminAuth };
  await platform.app.inject({ method: 'DELETE', url: '/artifactory/api/npm/npm-local/fuzzed', headers });
  await withStorage(platform.storage, () => db().execute(sql`DELETE FROM npm_unpublished`));
}

/** Versions and files, and those of them that do not belong together. */
async function stored(): Promise<{ versions: number; files: number; indexed: number }> {
  const result = await withStorage(platform.storage, () =>
    db().execute<{ versions: number; files: number; indexed: number }>(sql`
      SELECT (SELECT count(*)::integer FROM npm_versions) AS versions, (SELECT count(*)::integer FROM files) AS files,
        (SELECT count(*)::integer FROM versions) AS indexed`),
  );
  const [row] = result.rows;
  if (!row) throw new Error('nothing counted');
  return row;
}

describe('publishing what is spoilt', () => {
  it('is refused in words, or is a whole version: with documents', async () => {
    const random = randomNumbers(1);
    const whole = Buffer.from(JSON.stringify(publishBody(sample, await sampleTarball(sample))));
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 250; round++) {
      const answer = await put(spoil(whole, random));
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
      expect([200, 201, 400, 403, 404, 413], answer.body).toContain(answer.statusCode);
      if (answer.statusCode >= 400) expect(answer.json().error.length).toBeGreaterThan(10);
      const { versions, files, indexed } = await stored();
      expect([files, indexed]).toEqual([versions, versions]);
      if (answer.statusCode === 201) await forget();
    }
    expect(outcomes.get(400)).toBeGreaterThan(150);
  });

  it('is refused in words, or is a whole version: with tarballs that the document vouches for', async () => {
    const random = randomNumbers(2);
    const tarball = await sampleTarball(sample);
    const archive = gunzipSync(tarball);
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 250; round++) {
      // Half of them are broken inside, where gzip's own checksum does not help.
      const spoilt = round % 2 === 0 ? spoil(tarball, random) : gzipSync(spoil(archive, random));
      const answer = await put(JSON.stringify(publishBody(sample, spoilt)));
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
      expect([201, 400], answer.body).toContain(answer.statusCode);
      const { versions, files, indexed } = await stored();
      expect([files, indexed]).toEqual([versions, versions]);
      if (answer.statusCode === 201) await forget();
    }
    expect(outcomes.get(400)).toBeGreaterThan(150);
  });
});
