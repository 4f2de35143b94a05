import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

describe('system', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  it('answers ping for anyone', async () => {
    const answer = await platform.app.inject('/artifactory/api/system/ping');
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  });

  it('tells clients which calls it answers, as they ask for the version before they make some', async () => {
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

  it('tells how it is, and what it is called', async () => {
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
