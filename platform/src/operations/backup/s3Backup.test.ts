import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { S3Bucket } from '../../blobs/s3/S3Bucket.ts';
import { FaultyTcpProxy } from '../../blobs/s3/testing/FaultyTcpProxy.ts';
import { blobEnvironment, type S3Server, startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../../database/db.ts';
import { checkSecretsKey } from '../../secrets/checkKey.ts';
import { readS3Place } from '../../settings/s3Place.ts';
import { openStorage } from '../../storage/openStorage.ts';
import { emptyDatabase } from '../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { runCommand } from '../command/runCommand.ts';

let server: S3Server;
let platform: TestPlatform;
let place: string;
beforeEach(async () => {
  server = await startS3rver();
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
  platform = await testPlatform({ env: blobEnvironment(server, 'original') });
  place = await mkdtemp(join(tmpdir(), 'lading-backups-'));
});
afterEach(async () => {
  await platform.close();
  await server.stop();
  await rm(place, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

async function command(args: string[], env: Record<string, string>) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const code = await runCommand(args, { LADING_MIN_FREE_SPACE: '0', ...env }, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

async function upload(name: string, payload: string | Buffer): Promise<string> {
  const { statusCode } = await platform.app.inject({
    ...{ method: 'PUT', url: `/artifactory/generic-local/${name}`, payload },
    headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
  });
  expect(statusCode).toBe(201);
  return createHash('sha256').update(payload).digest('hex');
}

it('continues when connections to the object store are lost', async () => {
  const content = randomBytes(4_000_000);
  const sha256 = await upload('large.bin', content);
  const proxy = await FaultyTcpProxy.start(Number(new URL(server.endpoint).port));
  try {
    Object.assign(proxy, { loseAfterReceived: 1_500_000, losses: 2 });
    const target = await mkdtemp(join(place, 'target-'));
    const { endpoint } = proxy;
    const backup = await command(['backup', target, '--home', platform.settings.home, '--fast'], {
      LADING_DATABASE_URL: platform.settings.databaseUrl ?? '',
      ...blobEnvironment({ endpoint, bucket: server.bucket }, 'original'),
    });
    expect(backup).toMatchObject({ code: 0 });
    expect(proxy.lost).toBe(2);
    const copy = await readFile(join(target, 'blobs', sha256.slice(0, 2), sha256));
    expect(copy.equals(content)).toBe(true);
  } finally {
    await proxy.stop();
  }
});

it('backs up an installation with an object store, and restores it to another one', async () => {
  await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
  const { settings } = platform;
  const sha256 = await upload('a.txt', 'content');
  const target = await mkdtemp(join(place, 'target-'));
  const backup = await command(['backup', target, '--home', settings.home, '--fast'], {
    LADING_DATABASE_URL: settings.databaseUrl ?? '',
    ...blobEnvironment(server, 'original'),
  });
  expect(backup).toMatchObject({ code: 0 });

  const database = await emptyDatabase();
  const restored = blobEnvironment(server, 'restored');
  const bucket = await S3Bucket.open(readS3Place(restored.LADING_BLOB_URL));
  try {
    const restore = () =>
      command(['restore', target, '--home', join(place, 'home'), '--new-secrets-key'], {
        LADING_DATABASE_URL: database.url,
        ...restored,
      });
    expect(await restore()).toMatchObject({ code: 0 });
    const keys: string[] = [];
    for await (const { key } of bucket.list()) keys.push(key);
    expect(keys).toEqual(expect.arrayContaining([`${sha256.slice(0, 2)}/${sha256}`, 'store-id']));
    // The original has used its store since, which the restored database does not know.
    await platform.storage.marks.renew();
    const home = join(place, 'home');
    const start = (blobUrl: string) => openStorage({ ...settings, home, blobUrl, databaseUrl: database.url });
    await expect(start(settings.blobUrl)).rejects.toThrow(
      /Another copy of this installation uses the object/,
    );
    await (await start(restored.LADING_BLOB_URL)).close();
  } finally {
    bucket.close();
    await database.drop();
  }
});
