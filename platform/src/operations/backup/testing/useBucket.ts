import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { S3Bucket } from '../../../blobs/s3/S3Bucket.ts';
import { FaultyTcpProxy } from '../../../blobs/s3/testing/FaultyTcpProxy.ts';
import { blobEnvironment, type S3Server } from '../../../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../../../database/db.ts';
import { checkSecretsKey } from '../../../secrets/checkKey.ts';
import { readS3Place } from '../../../settings/s3Place.ts';
import { temporaryFolder } from '../../../testing/temporaryFolder.ts';
import { emptyDatabase } from '../../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { runCommand } from '../../command/runCommand.ts';
import { openSource } from '../openDatabase.ts';

export type BucketTest = ReturnType<typeof useBucket>;

export const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Runs the `lading` command. */
export async function command(args: string[], env: Record<string, string> = {}) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const code = await runCommand(args, { LADING_MIN_FREE_SPACE: '0', ...env }, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

/** Starts an S3 server, and a platform whose backups it stores, for the tests of a suite. */
export function useBucket(start: () => Promise<S3Server>) {
  let server: S3Server;
  let proxy: FaultyTcpProxy;
  let platform: TestPlatform;
  let place: string;
  beforeAll(async () => {
    server = await start();
    proxy = await FaultyTcpProxy.start(Number(new URL(server.endpoint).port));
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
    platform = await testPlatform();
    await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
    place = await temporaryFolder('lading-backups-');
  }, 120_000);
  afterAll(async () => {
    await platform?.close();
    await proxy?.stop();
    await server?.stop();
    vi.unstubAllEnvs();
    if (place) await rm(place, { recursive: true, force: true });
  });

  const put = async (path: string, payload: string | Buffer) => {
    const { statusCode } = await platform.app.inject({
      ...{ method: 'PUT', url: `/artifactory/generic-local/${path}`, payload },
      headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
    });
    expect(statusCode).toBe(201);
  };
  const urlOf = (prefix: string, at: { endpoint: string } = server, bucket = server.bucket) =>
    blobEnvironment({ endpoint: at.endpoint, bucket }, prefix).LADING_BLOB_URL;
  const environment = (env: Record<string, string> = {}) => ({
    ...{ LADING_HOME: platform.settings.home, LADING_DATABASE_URL: platform.settings.databaseUrl ?? '' },
    ...env,
  });
  // Without pauses for clients, which take most of the time of a small backup.
  const backUp = (url: string, ...more: string[]) =>
    command(['backup', url, '--fast', ...more], environment());

  async function keysOf(url: string): Promise<string[]> {
    const bucket = await S3Bucket.open(readS3Place(url));
    try {
      const keys: string[] = [];
      for await (const { key } of bucket.list()) keys.push(key);
      return keys;
    } finally {
      bucket.close();
    }
  }

  /** Changes one object of a bucket. */
  async function change(url: string, work: (bucket: S3Bucket) => Promise<void>): Promise<void> {
    const bucket = await S3Bucket.open(readS3Place(url));
    await work(bucket).finally(() => bucket.close());
  }

  async function deleteAll(url: string, start: string): Promise<void> {
    const keys = (await keysOf(url)).filter((key) => key.startsWith(start));
    await change(url, async (bucket) => {
      for (const key of keys) await bucket.delete(key);
    });
  }

  const sourceOf = async () => ({
    ...(await openSource(platform.settings)),
    databaseUrl: platform.settings.databaseUrl ?? '',
  });

  /** Restores the newest backup as a second copy of the installation, and works with it. */
  async function withCopy(
    url: string,
    work: (copy: { backUp(url: string): ReturnType<typeof command>; databaseUrl: string }) => Promise<void>,
  ): Promise<void> {
    const database = await emptyDatabase();
    const home = join(await mkdtemp(join(place, 'copy-')), 'home');
    const env = { LADING_DATABASE_URL: database.url, LADING_HOME: home };
    try {
      const restore = await command(['restore', url, '--home', home, '--new-secrets-key'], env);
      expect(restore).toEqual({ code: 0, output: expect.stringContaining('Restored backup') });
      await work({
        backUp: (target) => command(['backup', target, '--fast'], env),
        databaseUrl: database.url,
      });
    } finally {
      await database.drop();
    }
  }

  /** Restores the newest backup, and returns the responses for some files. */
  async function restored(url: string, paths: string[], env: Record<string, string> = {}) {
    const database = await emptyDatabase();
    const home = join(await mkdtemp(join(place, 'restored-')), 'home');
    const all = { LADING_DATABASE_URL: database.url, ...env };
    try {
      const outcome = await command(['restore', url, '--home', home, '--new-secrets-key'], all);
      expect(outcome).toEqual({ code: 0, output: expect.stringContaining('Restored backup') });
      const copy = await testPlatform({ env: { ...all, LADING_HOME: home } });
      try {
        const found = await Promise.all(
          paths.map((path) =>
            copy.app.inject({
              ...{ url: `/artifactory/generic-local/${path}` },
              headers: { authorization: copy.adminAuth },
            }),
          ),
        );
        return found.map(({ statusCode, rawPayload }) => [statusCode, sha256Of(rawPayload)]);
      } finally {
        await copy.close();
      }
    } finally {
      await database.drop();
    }
  }

  return {
    ...{ put, urlOf, environment, backUp, keysOf, change, deleteAll, sourceOf, withCopy, restored },
    get server() {
      return server;
    },
    get proxy() {
      return proxy;
    },
    get platform() {
      return platform;
    },
    /** A temporary directory. */
    get place() {
      return place;
    },
  };
}
