import type { HttpSsoSettings } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../storage/db.ts';
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
const come = (remoteAddress: string, headers: Record<string, string> = {}, variant = 'access') =>
  platform.app.inject({ url: `/ui/api/v1/${variant}/auth/sso/http`, remoteAddress, headers });

describe('signing in by a proxy', () => {
  it('is for proxies that are believed alone [login-17]', async () => {
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

  it('makes whom the proxy names where that is wanted', async () => {
    const unknown = await come('10.1.2.3', { 'x-remote-user': 'newcomer' });
    expect([unknown.statusCode, unknown.json().errors[0].code]).toEqual([403, 'SSO_NO_USER']);
    await set({ createUsers: true });
    expect((await come('10.1.2.3', { 'x-remote-user': 'newcomer' })).json()).toMatchObject({
      name: 'newcomer',
      realm: 'http',
    });
  });

  it.each([
    [{ proxies: [] }, 'NO_PROXIES'],
    [{ proxies: ['somewhere'] }, 'BAD_PROXIES'],
    [{ header: 'X-Forwarded-For' }, 'BAD_HEADER'],
  ])('with %j is refused', async (more, code) => {
    expect((await set(more)).json().errors[0].code).toBe(code);
  });
});
