import { randomUUID } from 'node:crypto';
import type { ClientLogin } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { JfrogClient } from 'jfrog-client-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn, type TestBrowser } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

const base = '/access/api/v2/authentication/jfrog_client_login';
const password = 'an old tune of the sea';
let platform: TestPlatform;
let browser: TestBrowser;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  await withStorage(platform.storage, () => createUser('rosa', { password }));
  browser = await signIn(platform.app, 'rosa', password);
});
afterAll(() => platform.close());

const silent = { debug: () => undefined, error: () => undefined, warn: () => undefined };
const client = (more = {}) =>
  new JfrogClient({ platformUrl: `${platform.baseUrl}/`, logger: silent, retries: 0, ...more });
const send = (path: string, payload: object, by: TestBrowser = browser) =>
  by.inject({ method: 'POST', url: base + path, payload });
const start = (session: string, remoteAddress = '127.0.0.1') =>
  platform.app.inject({ method: 'POST', url: `${base}/request`, payload: { session }, remoteAddress });
const fetchToken = (session: string, remoteAddress = '127.0.0.1') =>
  platform.app.inject({ url: `${base}/token/${session}`, remoteAddress });

describe('a command-line client', () => {
  it('signs in with the browser, and refreshes its token [login-20]', async () => {
    const session = randomUUID();
    expect(await client().artifactory().system().ping()).toBe('OK');
    await client().platform().webLogin().registerSessionId(session);
    await expect(client().platform().webLogin().getToken(session)).rejects.toMatchObject({
      response: { status: 400 },
    });

    const shown = (await send('/describe', { session })).json<ClientLogin>();
    expect(shown).toMatchObject({
      client: expect.stringMatching(/\w/),
      address: '127.0.0.1',
      attemptsLeft: 5,
    });
    expect(Date.parse(shown.expires) - Date.parse(shown.created)).toBe(300_000);
    expect((await send('/response', { session, code: session.slice(-4).toUpperCase() })).statusCode).toBe(
      200,
    );

    const token = await client().platform().webLogin().getToken(session);
    expect(token).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'applied-permissions/user',
    });
    const who = (accessToken: string) =>
      platform.app.inject({
        url: '/ui/api/v1/ui/auth/current',
        headers: { authorization: `Bearer ${accessToken}` },
      });
    expect((await who(token.access_token)).json().name).toBe('rosa');
    const renewed = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v1/tokens',
      payload: { grant_type: 'refresh_token', refresh_token: token.refresh_token },
    });
    expect((await who(renewed.json().access_token)).json().name).toBe('rosa');
    expect((await who(token.access_token)).statusCode).toBe(401);
    await expect(client().platform().webLogin().getToken(session)).rejects.toMatchObject({
      response: { status: 404 },
    });
  });

  it('gets its token once, also with concurrent requests', async () => {
    const session = randomUUID();
    await start(session);
    await send('/response', { session, code: session.slice(-4) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetchToken(session)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  it('is rejected after five wrong codes', async () => {
    const session = randomUUID();
    await start(session);
    const wrong = session.endsWith('0000') ? '1111' : '0000';
    for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
      const answer = await send('/response', { session, code: wrong });
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        400,
        `Invalid code: ${left} left.`,
      ]);
    }
    expect((await send('/response', { session, code: wrong })).statusCode).toBe(404);
    expect((await send('/response', { session, code: session.slice(-4) })).statusCode).toBe(404);
    expect((await fetchToken(session)).statusCode).toBe(404);
  });

  it('can be confirmed only by a user at the console', async () => {
    const session = randomUUID();
    await start(session);
    const payload = { session, code: session.slice(-4) };
    const response = { method: 'POST', url: `${base}/response`, payload } as const;
    expect((await platform.app.inject(response)).statusCode).toBe(401);
    const program = await platform.app.inject({
      ...response,
      headers: { authorization: platform.adminAuth },
    });
    expect(program.statusCode).toBe(403);
    const elsewhere = await platform.app.inject({
      ...response,
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(elsewhere.json().errors[0].code).toBe('CROSS_SITE');
    expect((await fetchToken(session)).statusCode).toBe(400);
  });

  it('can be confirmed only after a recent sign-in', async () => {
    const session = randomUUID();
    await withStorage(platform.storage, () => createUser('tea', { password }));
    const old = await signIn(platform.app, 'tea', password);
    await withStorage(platform.storage, () =>
      db().execute(sql`update sessions set created = now() - interval '31 minutes' where user_name = 'tea'`),
    );
    await start(session);
    const payload = { session, code: session.slice(-4) };
    for (const [path, body] of [
      ['/describe', { session }],
      ['/response', payload],
    ] as const) {
      const answer = await send(path, body, old);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'SIGN_IN_AGAIN']);
    }
    expect((await fetchToken(session)).statusCode).toBe(400);
    const fresh = await signIn(platform.app, 'tea', password);
    expect((await send('/response', payload, fresh)).statusCode).toBe(200);
    expect((await fetchToken(session)).statusCode).toBe(200);
  });

  it('waits five minutes, and cannot reuse a session', async () => {
    const session = randomUUID();
    await start(session);
    expect((await start(session)).statusCode).toBe(409);
    expect((await start('not-a-uuid')).statusCode).toBe(400);
    await send('/response', { session, code: session.slice(-4) });
    await withStorage(platform.storage, () => db().execute(sql`update client_logins set expires = now()`));
    expect((await fetchToken(session)).statusCode).toBe(404);
    expect((await send('/describe', { session })).statusCode).toBe(404);
  });

  it('gets nothing if its user was disabled since', async () => {
    const session = randomUUID();
    await withStorage(platform.storage, () => createUser('gone', { password }));
    await start(session);
    await send(
      '/response',
      { session, code: session.slice(-4) },
      await signIn(platform.app, 'gone', password),
    );
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set enabled = false where name = 'gone'`),
    );
    expect((await fetchToken(session)).statusCode).toBe(404);
  });

  it('is throttled if one address starts or looks up too many', async () => {
    const starts = [];
    for (let at = 0; at < 31; at++) starts.push((await start(randomUUID(), '192.0.2.1')).statusCode);
    expect(starts).toEqual([...Array(30).fill(200), 429]);
    const misses = [];
    for (let at = 0; at < 61; at++) misses.push((await fetchToken(randomUUID(), '192.0.2.1')).statusCode);
    expect(misses).toEqual([...Array(60).fill(404), 429]);
    expect((await start(randomUUID(), '192.0.2.2')).statusCode).toBe(200);
  });
});
