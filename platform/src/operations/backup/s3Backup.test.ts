import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { S3Bucket } from '../../blobs/s3/S3Bucket.ts';
import { blobEnvironment, type S3Server, startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../../database/db.ts';
import { checkSecretsKey } from '../../secrets/checkKey.ts';
import { readS3Place } from '../../settings/s3Place.ts';
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

it('backs up an installation with an object store, and restores it to another one', async () => {
  await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
  const { app, adminAuth, settings } = platform;
  const { statusCode } = await app.inject({
    ...{ method: 'PUT', url: '/artifactory/generic-local/a.txt', payload: 'content' },
    headers: { authorization: adminAuth, 'content-type': 'application/octet-stream' },
  });
  expect(statusCode).toBe(201);
  const target = await mkdtemp(join(place, 'target-'));
  const backup = await command(['backup', target, '--home', settings.home], {
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
    const sha256 = createHash('sha256').update('content').digest('hex');
    expect(keys).toEqual(expect.arrayContaining([`${sha256.slice(0, 2)}/${sha256}`, 'store-id']));
  } finally {
    bucket.close();
    await database.drop();
  }
});
