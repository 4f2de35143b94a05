import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { openStorage } from '../../storage/openStorage.ts';
import type { Storage } from '../../storage/storage.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, type SamplePackage, sampleTarball } from './testing/samples.ts';

let first: TestPlatform;
let storage: Storage;
let second: FastifyInstance;
let home: string;
beforeAll(async () => {
  first = await testPlatform();
  // A separate home, with the database and blob store of the first node.
  home = await mkdtemp(join(tmpdir(), 'lading-node-'));
  const settings = { ...first.settings, home };
  storage = await openStorage(settings);
  second = await buildApp({ settings, storage });
});
afterAll(async () => {
  await second.close();
  await storage.close();
  await first.close();
  await rm(home, { recursive: true, force: true });
});

const headers = () => ({ authorization: first.adminAuth, 'content-type': 'application/json' });

async function publish(app: FastifyInstance, sample: SamplePackage): Promise<number> {
  const payload = publishBody(sample, await sampleTarball(sample));
  const url = `/artifactory/api/npm/npm-local/${sample.name}`;
  return (await app.inject({ method: 'PUT', url, headers: headers(), payload })).statusCode;
}

const versions = async (app: FastifyInstance, name: string) => {
  const answer = await app.inject({
    method: 'GET',
    url: `/artifactory/api/npm/npm/${name}`,
    headers: headers(),
  });
  return answer.statusCode === 200 ? Object.keys(answer.json().versions) : answer.statusCode;
};

describe('two nodes on one database and one store', () => {
  it("immediately see each other's publishes and deletions", async () => {
    const nodes = [first.app, second] as const;
    for (const [number, node] of [...nodes, ...nodes].entries()) {
      expect(await publish(node, { name: 'shared', version: `1.0.${number}` })).toBe(201);
      for (const each of nodes) expect(await versions(each, 'shared')).toHaveLength(number + 1);
    }
    await second.inject({
      method: 'DELETE',
      url: '/artifactory/api/npm/npm-local/shared',
      headers: headers(),
    });
    expect(await versions(first.app, 'shared')).toBe(404);
  });

  it('let exactly one of two concurrent publishes of a version succeed', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        publish(at % 2 === 0 ? first.app : second, {
          name: 'raced',
          version: '1.0.0',
          files: { 'who.js': `${at}` },
        }),
      ),
    );
    expect(outcomes.sort()).toEqual([201, 403, 403, 403, 403, 403]);
  });
});
