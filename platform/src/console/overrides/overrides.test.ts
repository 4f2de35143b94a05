import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootDocument, PluginDevelopment, PluginOverrideStatus } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { createUser, removeUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { testCheckout } from '../testing/checkout.ts';
import { consoleNode } from '../testing/consoleNode.ts';

const PASSWORD = 'Kranich-Feder-10';
const CALL = '/ui/api/v1/lading/plugins';
const SERVER = 'http://localhost:5173';
const wanted = { specifier: '@lading/plugin-shore', url: `${SERVER}/` };
const forRosa: PluginDevelopment = { allowed: true, users: ['rosa'], groups: [], origins: [] };

/** As browsers send it for calls of the console's own pages. */
const own = { 'sec-fetch-site': 'same-origin' };

type Cookies = Record<string, string>;
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let home: string;
let app: FastifyInstance;

beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  app = await consoleNode(platform, { root: checkout.root, home });
  await withStorage(platform.storage, async () => {
    await app.ownPlugins.publish();
    for (const name of ['rosa', 'karl']) await createUser(name, { password: PASSWORD });
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), checkout.remove(), rm(home, { recursive: true })]);
});
beforeEach(() => allow(forRosa));

/** A browser in which a user signed in. */
async function browserOf(user: string): Promise<Cookies> {
  const payload = { user, password: PASSWORD, type: 'login' };
  const answer = await platform.app.inject({ method: 'POST', url: '/ui/api/v1/ui/auth/login', payload });
  return cookiesOf(answer.cookies);
}

const cookiesOf = (cookies: readonly { name: string; value: string }[]): Cookies =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]));

const call = (method: Method, path: string, cookies: Cookies, payload?: object) =>
  app.inject({ method, url: CALL + path, cookies, headers: own, ...(payload ? { payload } : {}) });

async function allow(development: PluginDevelopment): Promise<void> {
  const headers = { authorization: platform.adminAuth };
  const url = `${CALL}/development`;
  const answer = await app.inject({ method: 'PUT', url, headers, payload: development });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
}

/** Starts an override, and adds its cookie to the browser. */
async function started(cookies: Cookies, payload: object = wanted): Promise<Cookies> {
  const answer = await call('POST', '/override', cookies, payload);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return { ...cookies, ...cookiesOf(answer.cookies) };
}

async function page(cookies: Cookies, path = '/ui/shore') {
  const reply = await app.inject({ url: path, headers: { accept: 'text/html' }, cookies });
  const boot: BootDocument = JSON.parse(
    reply.body.split('id="lading-boot">')[1]?.split('</script>')[0] ?? 'null',
  );
  return { boot, policy: String(reply.headers['content-security-policy']), reply };
}

const audited = (event: string) =>
  withStorage(platform.storage, async () => (await readAudit({ event, limit: 1 })).events[0]);

describe('a development override', () => {
  it('replaces a plugin in the pages of one session, whose policy allows only that origin', async () => {
    const rosa = await started(await browserOf('rosa'));
    const { boot, policy, reply } = await page(rosa);
    expect(boot.override).toMatchObject({
      ...{ name: 'shore', specifier: '@lading/plugin-shore', origin: SERVER },
      boot: { address: '/ui/assets/boot-1.js', integrity: expect.stringMatching(/^sha256-/) },
    });
    expect(boot.override?.secondsLeft).toBeGreaterThan(8 * 3600 - 60);
    expect(reply.body).toMatch(/<script src="\/ui\/assets\/develop-1\.js" integrity="sha256-/);
    expect(reply.body).toContain('"react":"/ui/assets/core-development-1.js#react"');
    expect(policy).toContain(`script-src 'self' ${SERVER};`);
    expect(policy).toContain(`connect-src 'self' ${SERVER} ws://localhost:5173;`);
    // The installed version stays in the map: only the browser knows whether the server responds.
    expect(boot.plugins).toMatchObject([{ name: 'shore', address: '/ui/plugins/shore/1.0.0/plugin.js' }]);
    const others = [await browserOf('rosa'), await browserOf('karl'), {}];
    for (const cookies of others) {
      const plain = await page(cookies);
      expect(plain.boot.override).toBeUndefined();
      expect(plain.policy).not.toContain('localhost');
      expect(plain.reply.body).toContain('<script src="/ui/assets/boot-1.js"');
    }
  });

  it('is ignored in safe mode, and ends when its user stops it', async () => {
    const rosa = await started(await browserOf('rosa'));
    const safe = await page(rosa, '/ui/shore?safe-mode');
    expect(safe.boot).toMatchObject({ safeMode: true });
    expect(safe.boot.override).toBeUndefined();
    expect(safe.policy).not.toContain('localhost');
    expect((await call('DELETE', '/override', rosa)).statusCode).toBe(204);
    expect((await page(rosa)).boot.override).toBeUndefined();
    expect(await audited('plugin-override-stopped')).toMatchObject({
      user: 'rosa',
      detail: `@lading/plugin-shore from ${SERVER}`,
    });
  });

  it('expires', async () => {
    const rosa = await started(await browserOf('rosa'));
    await withStorage(platform.storage, () => db().execute(sql`UPDATE plugin_overrides SET expires = now()`));
    const { boot, policy, reply } = await page(rosa);
    expect([boot.override, policy.includes('localhost')]).toEqual([undefined, false]);
    expect(reply.cookies).toMatchObject([{ name: '__Host-lading-override', value: '' }]);
  });

  it('is of use only to its own session, whatever cookies a browser has', async () => {
    const rosa = await started(await browserOf('rosa'));
    const hint = { '__Host-lading-override': rosa['__Host-lading-override'] ?? '' };
    expect((await page({ ...(await browserOf('rosa')), ...hint })).boot.override).toBeUndefined();
    expect((await page({ ...(await browserOf('karl')), ...hint })).boot.override).toBeUndefined();
    expect((await page(hint)).boot.override).toBeUndefined();
  });

  it('is recorded, and reported to its user', async () => {
    const rosa = await started(await browserOf('rosa'));
    expect(await audited('plugin-override-started')).toMatchObject({
      user: 'rosa',
      detail: `@lading/plugin-shore from ${SERVER} in one browser`,
    });
    const status = (await call('GET', '/override', rosa)).json<PluginOverrideStatus>();
    expect(status.override).toMatchObject({ specifier: '@lading/plugin-shore', origin: SERVER });
  });
});

describe('who can use development overrides', () => {
  const off: PluginDevelopment = { allowed: false, users: ['rosa'], groups: [], origins: [] };

  it('is no user before an administrator allows it, and then only those of the lists', async () => {
    const [rosa, karl] = [await browserOf('rosa'), await browserOf('karl')];
    await allow(off);
    const refused = await call('POST', '/override', rosa, wanted);
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'PLUGIN_OVERRIDE_DENIED']);
    expect((await call('GET', '/override', rosa)).json().denied).toContain('turned off');
    await allow(forRosa);
    expect((await call('POST', '/override', karl, wanted)).statusCode).toBe(403);
    const byToken = await app.inject({
      ...{ method: 'POST', url: `${CALL}/override`, payload: wanted },
      headers: { authorization: `Basic ${Buffer.from(`rosa:${PASSWORD}`).toString('base64')}` },
    });
    expect([byToken.statusCode, byToken.json().errors[0].message]).toEqual([
      403,
      expect.stringContaining('need a session'),
    ]);
    expect((await call('PUT', '/development', rosa, forRosa)).statusCode).toBe(403);
  });

  it.each<[string, PluginDevelopment]>([
    ['turned off', off],
    ['no longer allowed for the user', { ...forRosa, users: ['karl'] }],
  ])('ends active overrides at the next page if they are %s', async (_what, development) => {
    const rosa = await started(await browserOf('rosa'));
    await allow(development);
    expect((await page(rosa)).boot.override).toBeUndefined();
    await allow(forRosa);
    expect((await page(rosa)).boot.override).toBeUndefined();
    expect(await audited('plugin-development-changed')).toMatchObject({ user: 'admin' });
  });
});

describe('the setting of development overrides', () => {
  const read = () =>
    app.inject({ url: `${CALL}/development`, headers: { authorization: platform.adminAuth } });
  const write = (payload: PluginDevelopment, headers = {}) =>
    app.inject({
      ...{ method: 'PUT', url: `${CALL}/development`, payload },
      headers: { authorization: platform.adminAuth, ...headers },
    });

  it('is not overwritten by a change of what another administrator changed since', async () => {
    const opened = String((await read()).headers.etag);
    const first = await write({ ...forRosa, users: ['karl'] }, { 'if-match': opened });
    expect([first.statusCode, first.headers.etag]).toEqual([200, (await read()).headers.etag]);
    const second = await write(forRosa, { 'if-match': opened });
    expect([second.statusCode, second.json().errors[0].code]).toEqual([412, 'CHANGED_SINCE']);
    expect((await read()).json().users).toEqual(['karl']);
  });

  it.each([
    ['users', 'USER_NOT_FOUND', { ...forRosa, users: ['rosa', 'tom', 'max'] }],
    ['groups', 'GROUP_NOT_FOUND', { ...forRosa, groups: ['readers', 'tom', 'max'] }],
  ])('rejects %s that do not exist, by name', async (_kind, code, development) => {
    const answer = await write(development);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, code]);
    expect(answer.json().errors[0].message).toContain('not found: tom, max.');
    expect((await read()).json()).toEqual(forRosa);
  });

  it('can be changed and turned off while it has the name of a deleted user', async () => {
    await withStorage(platform.storage, () => createUser('jan', { password: PASSWORD }));
    const withJan = { ...forRosa, users: ['rosa', 'jan'] };
    expect((await write(withJan)).statusCode).toBe(200);
    await withStorage(platform.storage, () => removeUser('jan'));
    expect((await write({ ...withJan, users: ['rosa', 'jan', 'karl'] })).statusCode).toBe(200);
    const unknown = await write({ ...withJan, users: ['rosa', 'jan', 'tom'] });
    expect(unknown.json().errors[0].message).toContain('not found: tom.');
    await allow({ ...withJan, allowed: false });
    expect((await read()).json()).toEqual({ ...withJan, allowed: false });
  });

  it('has user names as they are stored', async () => {
    expect((await write({ ...forRosa, users: ['Rosa', 'rosa'] })).json()).toEqual(forRosa);
  });
});

describe('the URL of a development server', () => {
  it.each([
    ...[
      'http://example.com',
      'https://example.com',
      'https://*',
      'http://localhost:5173/x',
      'ftp://localhost',
    ],
    ...['https://dev.example.com:8443/a', 'http://localhost:5173; script-src *', "http://localhost:'self'"],
    ...[
      'http://user@localhost',
      'http://localhost.example.com',
      'http://[::1]:5173',
      'javascript:alert(1)',
      '',
    ],
  ])('is not %s', async (url) => {
    await allow({ ...forRosa, origins: ['https://dev.example.com:8443'] });
    const answer = await call('POST', '/override', await browserOf('rosa'), { ...wanted, url });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_PLUGIN_OVERRIDE']);
  });

  it.each(['http://localhost:5173', 'http://127.0.0.1:5173', 'https://dev.example.com:8443/'])(
    'is %s',
    async (url) => {
      await allow({ ...forRosa, origins: ['https://dev.example.com:8443'] });
      const rosa = await started(await browserOf('rosa'), { ...wanted, url });
      expect((await page(rosa)).boot.override?.origin).toBe(url.replace(/\/$/, ''));
    },
  );

  it('is rejected as a setting if the content policy would read it otherwise', async () => {
    const headers = { authorization: platform.adminAuth };
    for (const origin of ['https://*', 'https://a.example.com;', 'http://a.example.com', "https://'self'"]) {
      const payload = { ...forRosa, origins: [origin] };
      const answer = await app.inject({ method: 'PUT', url: `${CALL}/development`, headers, payload });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('is for names of plugins only', async () => {
    const rosa = await browserOf('rosa');
    const answer = await call('POST', '/override', rosa, { specifier: 'react', url: SERVER });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_PLUGIN_OVERRIDE']);
  });
});
