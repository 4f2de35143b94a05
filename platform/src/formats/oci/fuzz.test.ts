import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { parseDockerPath } from './dockerPath.ts';
import { readManifest } from './manifests/readManifest.ts';
import { parseChallenge } from './remote/parseChallenge.ts';
import {
  digestOf,
  ociConfig,
  ociIndex,
  ociManifest,
  pushImage,
  RegistryClient,
} from './testing/RegistryClient.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
});
afterAll(() => platform.close());

const name = 'docker-local/fuzzed';
const words = [
  ...[
    'null',
    '[]',
    '{}',
    '"',
    '\\u0000',
    '\\ud800',
    '1e999',
    '-1',
    'sha256:',
    '../',
    '%2f',
    '%00',
    '%',
    '//',
    '\0',
  ],
  ...['blobs', 'uploads', 'manifests', 'tags', 'list', 'referrers', '_catalog', 'mediaType', 'digest', 'é'],
  ...[ociManifest, ociIndex, ociConfig, '__proto__', 'constructor', 'x'.repeat(5000), '['.repeat(5000)],
];

describe('corrupted input', () => {
  it('in manifests is rejected with an error code or stored unchanged, without internal errors', async () => {
    const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    const more = {
      annotations: { 'org.opencontainers.image.licenses': 'MIT' },
      subject: { mediaType: ociManifest, digest: digestOf('subject'), size: 7 },
    };
    const { manifest, digest } = await pushImage(client, name, 'good', { more });
    const size = JSON.stringify(manifest).length;
    const index = {
      schemaVersion: 2,
      mediaType: ociIndex,
      manifests: [{ mediaType: ociManifest, digest, size, platform: { os: 'linux', architecture: 'amd64' } }],
    };
    const random = randomNumbers(41);
    const samples: [Buffer, string][] = [
      [Buffer.from(JSON.stringify(manifest)), ociManifest],
      [Buffer.from(JSON.stringify(index)), ociIndex],
    ];
    for (let round = 0; round < fuzzRounds; round++) {
      const [sample, type] = samples[random(2)] ?? [Buffer.alloc(0), ociManifest];
      const payload = mutate(sample, random, words);
      const answer = await platform.app.inject({
        method: 'PUT',
        url: `/v2/${name}/manifests/broken-${round % 7}`,
        headers: { authorization: platform.adminAuth, 'content-type': type },
        payload,
      });
      const context = `round ${round}: ${payload.toString('latin1').slice(0, 300)} ${answer.body}`;
      expect([201, 400, 413], context).toContain(answer.statusCode);
      if (answer.statusCode !== 400) continue;
      expect(answer.json().errors[0].code, context).toMatch(/^(MANIFEST_|DIGEST_INVALID)/);
    }
  });

  it('in paths never writes outside the image', async () => {
    const digest = digestOf('x');
    const addresses = [
      `${name}/manifests/good`,
      `${name}/manifests/${digest}`,
      `${name}/blobs/${digest}`,
      `${name}/blobs/uploads/`,
      `${name}/blobs/uploads/00000000-0000-4000-8000-000000000000`,
      `${name}/tags/list?n=2&last=x`,
      `${name}/referrers/${digest}?artifactType=x`,
      '_catalog?n=1&last=x',
    ].map((address) => Buffer.from(address));
    const random = randomNumbers(42);
    for (let round = 0; round < fuzzRounds; round++) {
      const broken = mutate(addresses[random(addresses.length)] ?? Buffer.alloc(0), random, words);
      const path = broken.toString('latin1').replace(/[^\x21-\x7e]/g, (each) => encodeURIComponent(each));
      const method = (['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH'] as const)[random(6)] ?? 'GET';
      const answer = await platform.app.inject({
        method,
        url: `/v2/${path}`,
        headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
      });
      expect(
        answer.statusCode,
        `round ${round}: ${method} ${path.slice(0, 300)} ${answer.body}`,
      ).toBeLessThan(500);
      try {
        parseDockerPath(path.split('?', 1)[0] ?? '');
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
      }
    }
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ path: string }>(sql`SELECT path FROM files WHERE path NOT LIKE 'fuzzed/%'`),
    );
    expect(rows).toEqual([]);
  });

  it('in upstream responses is parsed in bounded time', () => {
    const random = randomNumbers(43);
    const header = Buffer.from(
      'Bearer realm="https://example.org/token",service="x",scope="repository:a:pull"',
    );
    for (let round = 0; round < fuzzRounds; round++) {
      parseChallenge(mutate(header, random, [...words, '"', ',', '=', 'Bearer ']).toString('latin1'));
      try {
        readManifest(mutate(Buffer.from('{"schemaVersion":2,"manifests":[]}'), random, words), undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
      }
    }
    expect(parseChallenge(header.toString())).toEqual({
      realm: 'https://example.org/token',
      service: 'x',
      scope: 'repository:a:pull',
    });
  });
});
