import type { BackupRun } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blobEnvironment, type S3Server, startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const base = '/ui/api/v1/ui/backups';
const secret = 'a-canary-of-backups';

describe('backups of the console to a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3rver();
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  });
  afterAll(async () => {
    await server.stop();
    vi.unstubAllEnvs();
  });

  const callOn =
    (platform: TestPlatform) => async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      platform.app.inject({
        ...{ method, url: `${base}${url}`, headers: { authorization: platform.adminAuth } },
        ...(payload ? { payload } : {}),
      });
  async function withPlatform(
    env: Record<string, string>,
    work: (call: ReturnType<typeof callOn>, platform: TestPlatform) => Promise<void>,
  ) {
    const platform = await testPlatform({ env });
    await work(callOn(platform), platform).finally(() => platform.close());
  }
  const urlOf = (prefix: string) => blobEnvironment(server, prefix).LADING_BLOB_URL;
  const settingsOf = (target: string) => ({ target, enabled: true, hour: 3, days: [1], keep: 2 });

  it('are checked, saved, created, and retained, and each request is observed', () =>
    withPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' }, async (call, { app }) => {
      const target = urlOf('console');
      const operations: string[] = [];
      app.platform.outgoing.observeStore = ({ operation, bucket }) => {
        operations.push(`${bucket}: ${operation}`);
        return undefined;
      };
      expect((await call('POST', '/check', { target })).json()).toEqual({
        ...{ usable: true, backups: 0, needed: expect.any(Number) },
      });
      expect((await call('PUT', '/settings', settingsOf(target))).json()).toMatchObject({ target });
      for (let count = 0; count < 3; count++) {
        operations.length = 0;
        expect((await call('POST', '')).statusCode).toBe(202);
        const newest = async () => (await call('GET', '')).json<{ backups: BackupRun[] }>().backups[0];
        await expect.poll(async () => (await newest())?.state, { timeout: 30_000 }).toBe('succeeded');
        expect(await newest()).toMatchObject({ target, missingBlobs: 0 });
      }
      expect((await call('POST', '/check', { target })).json()).toMatchObject({ usable: true, backups: 2 });
      expect(operations).toContain('blobs: PutObject');
      // Each list has up to 1,000 blobs, whatever their number.
      expect(operations.filter((name) => name === 'blobs: ListObjectsV2').length).toBeLessThan(40);
      for (const url of ['', '/settings']) expect((await call('GET', url)).body).not.toContain(secret);
    }));

  it('reach only networks that outgoing requests can reach', () =>
    withPlatform({}, async (call) => {
      const check = async (target: string) => (await call('POST', '/check', { target })).json();
      for (const host of ['127.0.0.1:9', 'localhost:9', '[::1]:9', '169.254.169.254', '10.0.0.1'])
        expect(await check(`s3://bucket/a?endpoint=http://${host}`)).toEqual({
          usable: false,
          reason: expect.stringMatching(/Such addresses are blocked.*LADING_ALLOWED_NETWORKS/),
        });
      const saved = await call('PUT', '/settings', settingsOf(urlOf('blocked')));
      expect([saved.statusCode, saved.body]).toEqual([400, expect.stringContaining('BAD_BACKUP_TARGET')]);
      const withPassword = await check(`s3://key:${secret}@bucket/prefix`);
      expect(withPassword).toEqual({ usable: false, reason: expect.stringContaining('AWS_ACCESS_KEY_ID') });
      expect(JSON.stringify(withPassword)).not.toContain(secret);
      expect(await check('s3://bucket?endpoint=nonsense')).toEqual({
        ...{ usable: false, reason: expect.stringContaining('The URL of the target must have the form') },
      });
    }));

  it('can be in the service of the blob store, but not in its objects', () =>
    withPlatform(blobEnvironment(server, 'store'), async (call) => {
      const check = async (target: string) => (await call('POST', '/check', { target })).json();
      expect(await check(urlOf('next-to-it'))).toMatchObject({ usable: true });
      for (const prefix of ['store', 'store/backups'])
        expect(await check(urlOf(prefix))).toEqual({
          ...{ usable: false, reason: expect.stringContaining('overlaps the blob store') },
        });
    }));
});
