import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

describe('system', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  it('responds to ping without credentials', async () => {
    const answer = await platform.app.inject('/artifactory/api/system/ping');
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  });

  it('reports the version that clients check before some calls', async () => {
    const answer = await platform.app.inject('/artifactory/api/system/version');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        version: expect.stringMatching(/^7\.\d+\.\d+$/),
        revision: expect.any(String),
        addons: [],
        license: 'Lading',
      },
    ]);
  });

  it('reports a missing blob directory as unhealthy, and responds with 503 for its files, never 404', async () => {
    const folder = fileURLToPath(platform.settings.blobUrl);
    const url = '/artifactory/generic-local/lost/file.bin';
    const headers = { authorization: platform.adminAuth };
    const put = await platform.app.inject({ method: 'PUT', url, headers, payload: randomBytes(300_000) });
    expect(put.statusCode).toBe(201);
    await rename(folder, `${folder}-away`);
    try {
      const health = await platform.app.inject('/router/api/v1/system/health');
      expect([health.statusCode, health.json().router]).toMatchObject([
        503,
        { state: 'UNHEALTHY', message: 'The blob store is not available' },
      ]);
      const ready = await platform.app.inject('/artifactory/api/v1/system/readiness');
      expect([ready.statusCode, ready.json().errors[0]]).toMatchObject([
        503,
        { code: 'NOT_READY', message: expect.stringContaining('The blob store is not available') },
      ]);
      expect((await platform.app.inject('/artifactory/api/v1/system/liveness')).statusCode).toBe(200);
      const read = await platform.app.inject({ url, headers });
      expect([read.statusCode, read.json().errors[0].code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
      const payload = randomBytes(1000);
      const again = await platform.app.inject({ method: 'PUT', url: `${url}2`, headers, payload });
      expect([again.statusCode, again.json().errors[0].code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    } finally {
      await rename(`${folder}-away`, folder);
    }
    expect((await platform.app.inject({ url, headers })).statusCode).toBe(200);
    expect((await platform.app.inject('/router/api/v1/system/health')).statusCode).toBe(200);
    const ready = await platform.app.inject('/artifactory/api/v1/system/readiness');
    expect([ready.statusCode, ready.json()]).toEqual([200, { code: 'OK' }]);
  });

  it('is ready if only writes are rejected for lack of space, but not if the disk is full', async () => {
    const env = { LADING_MIN_FREE_SPACE: '1' };
    for (const [free, status] of [
      [100 * 1024 ** 2, 200],
      [1024 ** 2, 503],
    ] as const) {
      const other = await testPlatform({ env, readFree: async () => free });
      try {
        const answer = await other.app.inject('/artifactory/api/v1/system/readiness');
        expect([free, answer.statusCode]).toEqual([free, status]);
      } finally {
        await other.close();
      }
    }
  });

  it('reports the health and the version', async () => {
    const health = await platform.app.inject('/router/api/v1/system/health');
    expect([health.statusCode, health.json().router.state]).toEqual([200, 'HEALTHY']);
    const footer = (await platform.app.inject('/ui/api/v1/system/auth/screen/footer')).json();
    expect(footer).toMatchObject({
      serverName: 'Lading',
      haConfigured: false,
      licenseInfo: { type: 'ENTERPRISE_PLUS' },
    });
    expect(footer.serverId).toMatch(/^[0-9a-f-]{36}$/);
    expect(footer.versionID).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
