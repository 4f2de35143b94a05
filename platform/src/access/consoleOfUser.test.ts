import type { UserData } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

describe('the console data of another user', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
    const headers = { authorization: platform.adminAuth };
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      platform.app.inject({ method, url, headers, payload });
    await send('POST', '/access/api/v2/users', { username: 'Rosa', password: 'an old tune of the sea' });
    await send('POST', '/access/api/v1/projects', { project_key: 'tea', display_name: 'Tea' });
    await send('PUT', '/access/api/v1/projects/tea/users/rosa', { roles: ['Project Admin'] });
  });
  afterAll(() => platform.close());

  const ask = (name: string, authorization?: string) =>
    platform.app.inject({
      url: `/ui/api/v1/access/users/${encodeURIComponent(name)}/console`,
      headers: authorization === undefined ? {} : { authorization },
    });
  const basic = (name: string, password: string) =>
    `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

  it('is the same as the user gets', async () => {
    const told = await ask('rosa', platform.adminAuth);
    const own = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/current',
      headers: { authorization: basic('rosa', 'an old tune of the sea') },
    });
    expect(told.json()).toEqual(own.json());
    expect(told.json()).toMatchObject({
      name: 'rosa',
      admin: false,
      projectAdmin: true,
    } satisfies Partial<UserData>);
  });

  it('includes anonymous users, and reports unknown users', async () => {
    expect((await ask('anonymous', platform.adminAuth)).json()).toMatchObject({
      name: 'anonymous',
      admin: false,
    });
    const missing = await ask('nobody', platform.adminAuth);
    expect([missing.statusCode, missing.json().errors[0].message]).toEqual([404, 'User nobody not found']);
  });

  it('is visible only to administrators', async () => {
    expect((await ask('rosa')).statusCode).toBe(401);
    expect((await ask('admin', basic('rosa', 'an old tune of the sea'))).statusCode).toBe(403);
  });
});
