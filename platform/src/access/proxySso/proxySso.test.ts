import type { HttpSsoSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password: 'an old tune of the sea' }));
});
afterAll(() => platform.close());

const set = (more: Partial<HttpSsoSettings> = {}) =>
  platform.app.inject({
    method: 'PUT',
    url: '/access/api/v1/sso/http',
    headers: { authorization: platform.adminAuth },
    payload: {
      enabled: true,
      header: 'X-Remote-User',
      proxies: ['10.1.0.0/16', 'fd00::1'],
      createUsers: false,
      ...more,
    },
  });
const way = (variant: string) => `/ui/api/v1/${variant}/auth/sso/http`;
const ownPage = { 'x-requested-with': 'XMLHttpRequest' };
const come = (remoteAddress: string, headers: Record<string, string> = {}, variant = 'access') =>
  platform.app.inject({ url: way(variant), remoteAddress, headers: { ...ownPage, ...headers } });

describe('sign-in with an HTTP proxy', () => {
  it('is accepted only from trusted proxies [login-17]', async () => {
    expect((await come('10.1.2.3', { 'x-remote-user': 'rosa' })).statusCode).toBe(404);
    expect((await set()).statusCode).toBe(200);
    for (const variant of ['ui', 'access']) {
      const answer = await come('10.1.2.3', { 'x-remote-user': 'Rosa' }, variant);
      expect(answer.json()).toMatchObject({ name: 'rosa' });
      expect(answer.cookies[0]?.name).toMatch(/lading$/);
    }
    expect((await come('fd00::1', { 'x-remote-user': 'rosa' })).statusCode).toBe(200);
    expect((await come('::ffff:10.1.2.3', { 'x-remote-user': 'rosa' })).statusCode).toBe(200);
    for (const [address, headers] of [
      ['10.2.0.1', { 'x-remote-user': 'rosa' }],
      ['192.0.2.1', { 'x-remote-user': 'rosa', 'x-forwarded-for': '10.1.2.3' }],
      ['10.1.2.3', {}],
      ['10.1.2.3', { 'x-remote-user': 'rosa, admin' }],
    ] as const) {
      const answer = await come(address, headers);
      expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
    }
  });

  it('can be started only by a page of the console, not by cross-site requests', async () => {
    const named = { 'x-remote-user': 'rosa' };
    const asked = async (method: 'GET' | 'HEAD', variant: string, headers: Record<string, string>) => {
      const url = way(variant);
      const answer = await platform.app.inject({ method, url, remoteAddress: '10.1.2.3', headers });
      return [answer.statusCode, answer.cookies.length];
    };
    for (const variant of ['ui', 'access']) {
      for (const method of ['GET', 'HEAD'] as const) {
        expect(await asked(method, variant, named)).toEqual([403, 0]);
        for (const site of ['cross-site', 'same-site', 'none'])
          expect(await asked(method, variant, { ...named, ...ownPage, 'sec-fetch-site': site })).toEqual([
            403, 0,
          ]);
      }
      expect(
        (await asked('GET', variant, { ...named, ...ownPage, 'sec-fetch-site': 'same-origin' }))[0],
      ).toBe(200);
    }
    const { errors } = (await platform.app.inject({ url: way('ui'), remoteAddress: '10.1.2.3' })).json();
    expect(errors[0].code).toBe('CROSS_SITE');
  });

  it('limits the audit records of repeated failures', async () => {
    for (let at = 0; at < 65; at++) await come('192.0.2.9');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ events: number }>(
        sql`select count(*)::int as events from audit_events where address = '192.0.2.9'`,
      ),
    );
    expect(rows).toEqual([{ events: 60 }]);
  });

  it('creates the user that the proxy names, if enabled', async () => {
    const unknown = await come('10.1.2.3', { 'x-remote-user': 'newcomer' });
    expect([unknown.statusCode, unknown.json().errors[0].code]).toEqual([403, 'SSO_NO_USER']);
    await set({ createUsers: true });
    expect((await come('10.1.2.3', { 'x-remote-user': 'newcomer' })).json()).toMatchObject({
      name: 'newcomer',
      realm: 'http',
    });
  });

  it('does not count as authentication: users with a password must confirm with it, others are not asked', async () => {
    const ask = async (name: string, method: 'PATCH' | 'POST', url: string, payload: object) => {
      const [cookie] = (await come('10.1.2.3', { 'x-remote-user': name })).cookies;
      const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'sec-fetch-site': 'same-origin' };
      const answer = await platform.app.inject({ method, url, payload, headers });
      return [answer.statusCode, answer.json().errors?.[0].code];
    };
    const settings = '/access/api/v1/auth/settings';
    expect(await ask('admin', 'PATCH', settings, {})).toEqual([403, 'SIGN_IN_AGAIN']);
    const profile = '/ui/api/v1/ui/userProfile';
    expect(await ask('newcomer', 'POST', profile, { password: '' })).toEqual([200, undefined]);
  });

  it.each([
    [{ proxies: [] }, 'NO_PROXIES'],
    [{ proxies: ['somewhere'] }, 'BAD_PROXIES'],
    [{ header: 'X-Forwarded-For' }, 'BAD_HEADER'],
  ])('with %j is rejected', async (more, code) => {
    expect((await set(more)).json().errors[0].code).toBe(code);
  });
});
