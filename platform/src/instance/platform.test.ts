import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const ui = '/ui/api/v1';

describe("the platform's description of itself", () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  const get = async (url: string) =>
    (await platform.app.inject({ url, headers: { authorization: platform.adminAuth } })).json();
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    platform.app.inject({
      method,
      url,
      headers: { authorization: platform.adminAuth },
      ...(payload ? { payload } : {}),
    });

  it('has the highest license, unless another is installed [shell-10]', async () => {
    const license = '/artifactory/api/system/license';
    const highest = { type: 'ENTERPRISE_PLUS', validThrough: '', licensedTo: '', from: 'default' };
    expect(await get(license)).toEqual(highest);
    const until = { type: 'EDGE', validThrough: '2999-12-31', licensedTo: 'The crew' };
    expect((await send('POST', `${license}s`, until)).json()).toEqual({
      ...until,
      validThrough: '2999-12-31T23:59:59.999Z',
      from: 'installed',
    });
    const footer = await get(`${ui}/system/auth/screen/footer`);
    expect(footer.licenseInfo).toEqual({ type: 'EDGE', validThrough: '2999-12-31T23:59:59.999Z' });
    expect((await send('DELETE', `${license}s`)).json()).toEqual(highest);
  });

  it('has no license after it expired, and reports the expired one [guard-05]', async () => {
    const licenses = '/artifactory/api/system/licenses';
    const old = await send('POST', licenses, { type: 'TRIAL', validThrough: '2020-01-01' });
    expect(old.json()).toMatchObject({ type: 'N/A', expired: 'TRIAL' });
    const footer = await get(`${ui}/system/auth/screen/footer`);
    expect(footer).not.toHaveProperty('licenseInfo');
    expect(footer.licenseExpired).toBe(true);
    const { entitlements } = await get(`${ui}/system/entitlements`);
    expect(entitlements.every(({ entitled }: { entitled: boolean }) => !entitled)).toBe(true);
    expect(
      (await send('POST', licenses, { type: 'EDGE', validThrough: 'soon' })).json().errors[0].message,
    ).toBe('Invalid validThrough "soon". Expected a date such as 2030-12-31 or an ISO 8601 time.');
    for (const day of ['2030-02-31', '2030-02-31T12:00:00Z'])
      expect((await send('POST', licenses, { type: 'EDGE', validThrough: day })).statusCode).toBe(400);
    expect((await send('POST', licenses, { type: 'GOLD' })).statusCode).toBe(400);
    await send('DELETE', licenses);
  });

  it('lists every service and which are available [serv-01]', async () => {
    const { services } = await get(`${ui}/system/microservices`);
    expect(services.map(({ name }: { name: string }) => name)).toEqual(
      'mc insight artifactory access metadata distribution pipelines event replicator tracker jfconnect jflink xray runtime'.split(
        ' ',
      ),
    );
    const versions = services.flatMap(({ version }: { version?: string }) => version ?? []);
    // At least the versions that the legacy path of release bundles needs.
    expect(versions).toEqual(['7.77.0', '2.20.0']);
    for (const { name, available } of services) {
      expect(await get(`${ui}/system/ismicroserviceenabled/${name}`)).toEqual({ enabled: available });
    }
    expect((await send('DELETE', `${ui}/system/microservices`)).statusCode).toBe(404);
    const unknown = await get(`${ui}/system/ismicroserviceenabled/mcc`);
    expect(unknown.errors[0].message).toContain('Unknown service "mcc". Expected one of mc, insight');
  });

  it('has a default theme and language, which the page contains', async () => {
    const path = `${ui}/system/auth/screen/footer`;
    const look = { defaultTheme: 'dark', defaultLanguage: 'pl' };
    expect((await send('PUT', path, look)).json()).toMatchObject(look);
    expect(await get(path)).toMatchObject(look);
    expect(platform.app.platform.defaultLook.current).toEqual({ theme: 'dark', language: 'pl' });
    for (const wrong of [{ defaultTheme: 'pink' }, { defaultLanguage: '"><script>' }])
      expect((await send('PUT', path, wrong)).statusCode).toBe(400);
    await send('PUT', path, { defaultTheme: 'system', defaultLanguage: '' });
    expect(platform.app.platform.defaultLook.current).toEqual({});
  });

  it('has security permissions while scanning is on [shell-16]', async () => {
    const path = `${ui}/system/securityPermissions`;
    expect(await get(path)).toEqual({ readIssues: true, manageWatches: true, managePolicies: true });
    const password = 'hold-fast-to-Th1s-rail';
    const user = { username: 'deckhand', email: 'deckhand@ship.example', password };
    expect((await send('POST', '/access/api/v2/users', user)).statusCode).toBe(201);
    const authorization = `Basic ${Buffer.from(`deckhand:${password}`).toString('base64')}`;
    const { body } = await platform.app.inject({ url: path, headers: { authorization } });
    expect(JSON.parse(body)).toEqual({ readIssues: true, manageWatches: false, managePolicies: false });
  });

  it('returns the other data for the start of the console [shell-15]', async () => {
    expect(await get(`${ui}/system/cloud`)).toEqual({ cloud: false, subscriptionUrl: '' });
    expect((await get(`${ui}/system/infoWidget`)).errors[0].code).toBe('NOT_CLOUD');
    expect(await get(`${ui}/system/analytics`)).toEqual({ enabled: false });
    expect(await get(`${ui}/auth/saml/logoutRequest`)).toEqual({ logoutUrl: '' });
    const { packageTypes } = await get(`${ui}/ui/packages/available`);
    expect(packageTypes).toContainEqual({
      type: 'npm',
      displayName: 'npm',
      classes: ['local', 'remote', 'virtual'],
    });
    const { entitlements } = await get(`${ui}/system/entitlements`);
    expect(entitlements).toContainEqual({ name: 'projects', entitled: true });
    expect(entitlements).toContainEqual({ name: 'release_bundles', entitled: true });
  });

  it('accepts a name, a message, and a logo from an administrator [shell-09] [shell-11]', async () => {
    const url = `${ui}/system/auth/screen/footer`;
    const change = { serverName: 'Harbour', systemMessage: 'Closed on Sunday' };
    expect((await send('PUT', url, change)).json()).toMatchObject({ ...change, logoUrl: '' });
    const path = { logoUrl: '/artifactory/generic-local/logo.png' };
    expect((await send('PUT', url, path)).json()).toMatchObject({ ...change, ...path });
    for (const logoUrl of [
      'https://elsewhere.example/logo.png',
      '//elsewhere.example',
      'javascript:alert(1)',
    ]) {
      expect((await send('PUT', url, { logoUrl })).json().errors[0].code).toBe('BAD_LOGO_URL');
    }
    expect((await send('PUT', url, { serverName: ' ' })).statusCode).toBe(400);
  });

  it('stores an uploaded logo and serves it safely [shell-09]', async () => {
    const upload = (type: string, payload: Buffer) =>
      platform.app.inject({
        method: 'PUT',
        url: `${ui}/system/logo`,
        headers: { authorization: platform.adminAuth, 'content-type': type },
        payload,
      });
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    expect((await platform.app.inject(`${ui}/system/logo`)).statusCode).toBe(404);
    expect((await upload('image/svg+xml', Buffer.from('<svg/>'))).json().errors[0].code).toBe('BAD_LOGO');
    expect((await upload('image/png', Buffer.alloc(600_000))).statusCode).toBe(413);
    expect((await upload('text/html', png)).statusCode).toBe(415);
    expect((await upload('image/png', png)).json().userLogo).toBe(true);
    const shown = await platform.app.inject(`${ui}/system/logo`);
    expect([shown.headers['content-type'], shown.rawPayload]).toEqual(['image/png', png]);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect((await send('DELETE', `${ui}/system/logo`)).statusCode).toBe(204);
    expect((await platform.app.inject(`${ui}/system/auth/screen/footer`)).json().userLogo).toBe(false);
  });

  it("remembers the user's answers to onboarding", async () => {
    const url = `${ui}/system/onboarding`;
    expect(await get(url)).toEqual({
      needed: false,
      firstTime: true,
      completed: false,
      quickActionVisible: true,
      data: {},
    });
    const data = { purpose: 'Personal' };
    await send('PUT', url, { data });
    expect((await send('PUT', url, { completed: true })).json()).toMatchObject({
      firstTime: false,
      completed: true,
      data,
    });
    const long = await send('PUT', url, { data: { text: 'x'.repeat(20_000) } });
    expect(long.json().errors[0].code).toBe('TOO_MUCH_DATA');
  });
});

describe('the settings of a platform', () => {
  it('turn features, services, and the license on and off, so that every check can be tried [shell-10]', async () => {
    const platform = await testPlatform({
      env: {
        LADING_LICENSE: 'JCR',
        LADING_FEATURES: 'COMMON.TESTED, COMMON.NEW_ONBOARDING=true, COMMON.HELP_LINKS=false, OWN.SWITCH',
        LADING_CLOUD: 'true',
        LADING_SUBSCRIPTION_URL: 'https://subscriptions.example.org/lading',
      },
      extend: (app) => app.services.add('xray'),
    });
    const get = async (url: string) =>
      (await platform.app.inject({ url, headers: { authorization: platform.adminAuth } })).json();
    try {
      const { features } = (await platform.app.inject(`${ui}/system/features`)).json();
      const on = features.filter(({ supported }: { supported: boolean }) => supported);
      expect(on.map(({ name }: { name: string }) => name)).toEqual([
        'COMMON.JCR',
        'COMMON.NEW_ONBOARDING',
        'COMMON.NEW_SET_ME_UP',
        'COMMON.TESTED',
        'OWN.SWITCH',
      ]);
      expect(await get('/artifactory/api/system/license')).toMatchObject({ type: 'JCR', from: 'setting' });
      expect((await get(`${ui}/system/onboarding`)).needed).toBe(true);
      expect(await get(`${ui}/system/infoWidget`)).toEqual({
        plan: 'JCR',
        subscriptionUrl: 'https://subscriptions.example.org/lading',
        storageUsedBytes: 0,
      });
      expect(await get(`${ui}/system/ismicroserviceenabled/xray`)).toEqual({ enabled: true });
      expect(await get(`${ui}/system/securityPermissions`)).toEqual({
        readIssues: true,
        manageWatches: true,
        managePolicies: true,
      });
    } finally {
      await platform.close();
    }
  });
});
