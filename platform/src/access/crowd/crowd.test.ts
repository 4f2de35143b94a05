import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { CrowdSettings, DependencyStatuses, ProviderTest } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
let crowd: Server;
let url = '';
const users: Record<string, object> = {
  'a-token': { name: 'rosa', email: 'rosa@example.org', active: true },
  'of-gone': { name: 'gone', active: false },
};

beforeAll(async () => {
  // Follows the description of Crowd's REST API, because the real Crowd is not available for tests.
  crowd = createServer(async (request, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const right = `Basic ${Buffer.from('lading:of the application').toString('base64')}`;
    if (request.headers.authorization !== right) return say(401, {});
    const [, token] = /^\/crowd\/rest\/usermanagement\/1\/session\/([^?]+)\?/.exec(request.url ?? '') ?? [];
    if (token === undefined) return say(200, { users: [] });
    const { validationFactors } = (await json(request)) as { validationFactors: { value: string }[] };
    const user = users[token];
    if (!user || validationFactors[0]?.value !== '127.0.0.1')
      return say(404, { reason: 'INVALID_SSO_TOKEN' });
    return say(200, { token, user });
  });
  await new Promise<void>((resolve) => crowd.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(crowd.address() as AddressInfo).port}/crowd`;
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform.close();
  await new Promise((resolve) => crowd.close(resolve));
});

const settings = (more: Partial<CrowdSettings> = {}): CrowdSettings => ({
  enabled: true,
  url,
  application: 'lading',
  password: 'of the application',
  createUsers: true,
  allowPrivate: true,
  ...more,
});
const admin = (method: 'PUT' | 'POST', path: string, payload: object) =>
  platform.app.inject({
    method,
    url: `/access/api/v1/sso/crowd${path}`,
    headers: { authorization: platform.adminAuth },
    payload,
  });
const come = (token?: string) =>
  platform.app.inject({
    url: '/ui/api/v1/access/auth/sso/crowd',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(token === undefined ? {} : { cookie: `crowd.token_key=${token}` }),
    },
  });

/** Crowd in the service status. */
const status = async () => {
  const { body } = await platform.app.inject({
    url: '/ui/api/v1/system/status/dependencies',
    headers: { authorization: platform.adminAuth },
  });
  return (JSON.parse(body) as DependencyStatuses).dependencies.find(({ kind }) => kind === 'crowd');
};

describe('sign-in with Crowd', () => {
  it("uses the browser's Crowd session [login-17]", async () => {
    expect((await come('a-token')).statusCode).toBe(404);
    expect((await admin('PUT', '', settings())).json()).toMatchObject({ hasPassword: true });
    expect(await status()).toEqual({ kind: 'crowd', name: '', state: 'unknown' });
    expect((await come('a-token')).json()).toMatchObject({ name: 'rosa', realm: 'crowd' });
    expect(await status()).toMatchObject({ state: 'ok', since: expect.any(Number) });
    // Like a link on another site.
    const led = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/sso/crowd',
      headers: { cookie: 'crowd.token_key=a-token' },
    });
    expect([led.json().errors[0].code, led.cookies]).toEqual(['CROSS_SITE', []]);
    expect((await come()).statusCode).toBe(401);
    expect((await come('made-up')).statusCode).toBe(401);
    expect((await come('a-token/../of-gone')).statusCode).toBe(401);
    expect((await come('of-gone')).json().errors[0].code).toBe('SSO_DISABLED');
    await admin('PUT', '', settings({ password: 'wrong' }));
    expect((await come('a-token')).json().errors[0].code).toBe('SSO_INVALID');
    expect(await status()).toMatchObject({
      ...{ state: 'failed', last_error: { message: expect.stringContaining('rejected the application') } },
    });
    await admin('PUT', '', settings({ url: 'http://127.0.0.1:1/crowd' }));
    const away = await come('a-token');
    expect([away.statusCode, away.json().errors[0].code]).toEqual([502, 'SSO_UNREACHABLE']);
  });

  it('can be tested before it is used', async () => {
    const test = async (more: Partial<CrowdSettings>) =>
      (await admin('POST', '/test', settings(more))).json<ProviderTest>();
    expect((await test({})).ok).toBe(true);
    expect((await test({ password: 'wrong' })).steps[0]?.message).toContain('rejected the application');
    expect((await test({ url: 'http://127.0.0.1:1' })).steps[0]?.message).toContain('Failed to query Crowd');
    expect(
      (await admin('PUT', '', settings({ url: 'http://crowd.example', allowPrivate: false }))).json()
        .errors[0].code,
    ).toBe('BAD_ADDRESS');
  });
});
