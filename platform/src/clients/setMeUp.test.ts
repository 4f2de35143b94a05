import type { ReverseProxyData, SetMeUp } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const url = '/ui/api/v1/ui/setMeUp';
const password = 'an old tune of the sea';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_HOST: '0.0.0.0' } });
  await withStorage(platform.storage, async () => {
    await createUser('rosa', { password });
    await createUser('stranger', { password, groups: [] });
  });
});
afterAll(() => platform.close());

const asAdmin = (path = '', host = 'packages.example.org:8443') =>
  platform.app.inject({ url: url + path, headers: { authorization: platform.adminAuth, host } });

describe('the data for setting up clients', () => {
  it('contains the server and each repository with the caller’s permissions [call-01]', async () => {
    const answer = (await asAdmin()).json<SetMeUp>();
    expect(answer).toMatchObject({
      baseUrl: 'http://packages.example.org:8443/artifactory',
      hostname: 'packages.example.org',
      serverId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.repoKeyTypes).toEqual(
      expect.arrayContaining([
        {
          repoKey: 'npm-local',
          repoType: 'npm',
          isLocal: true,
          isRemote: false,
          isVirtual: false,
          canRead: true,
          canDeploy: true,
        },
        expect.objectContaining({ repoKey: 'npm-remote', isRemote: true, canDeploy: false }),
        expect.objectContaining({ repoKey: 'npm', isVirtual: true, canDeploy: true }),
      ]),
    );
  });

  it('excludes repositories that the caller can neither read nor deploy to', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const { repoKeyTypes } = (await rosa.inject({ url })).json<SetMeUp>();
    expect(repoKeyTypes.length).toBeGreaterThan(0);
    expect(repoKeyTypes.every(({ canRead, canDeploy }) => canRead && !canDeploy)).toBe(true);
    const stranger = await signIn(platform.app, 'stranger', password);
    expect((await stranger.inject({ url })).json().repoKeyTypes).toEqual([]);
  });

  it('contains the URL of the server', async () => {
    expect((await asAdmin('/reverseProxyData')).json<ReverseProxyData>()).toEqual({
      serverName: 'packages.example.org',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      reverseProxyRepositories: [],
      useHttp: true,
      useHttps: false,
      httpPort: 8443,
      httpsPort: 443,
    });
  });

  it('uses the URL that an operator has configured', async () => {
    const behind = await testPlatform({ env: { LADING_PUBLIC_URL: 'https://packages.example.org' } });
    try {
      const headers = { authorization: behind.adminAuth };
      const answer = await behind.app.inject({ url: `${url}/reverseProxyData`, headers });
      expect(answer.json()).toMatchObject({ useHttp: false, useHttps: true, httpPort: 80, httpsPort: 443 });
    } finally {
      await behind.close();
    }
  });

  it('requires a signed-in user', async () => {
    for (const path of ['', '/reverseProxyData']) {
      expect((await platform.app.inject({ url: url + path })).statusCode).toBe(401);
    }
  });

  it('rejects an invalid host', async () => {
    expect((await asAdmin('', 'a b<c>')).statusCode).toBe(400);
  });
});
