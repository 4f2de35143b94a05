import type { Integration, IntegrationGroup, IntegrationVendor } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { db, withStorage } from '../database/db.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { callerOf, form, gitPlatform, secret } from './testing/sample.ts';

const ui = '/ui/api/v1';
const password = 'an old tune of the sea';

let platform: TestPlatform;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  platform = await gitPlatform();
  call = callerOf(platform);
});
afterAll(() => platform.close());

const group = async () => (await call('GET', `${ui}/integrations/git`)).json<IntegrationGroup>();
const vendor = async (name: string) => (await group()).items.find((item) => item.name === name);

describe('connections to Git servers', () => {
  it('can be created, listed by vendor, changed, and deleted with the specified API [intg-09]', async () => {
    expect(await vendor('github')).toMatchObject({
      id: 1,
      connected: false,
      configured: false,
      integrations: [],
    });

    const created = await call('POST', `${ui}/integration`, form);
    expect([created.statusCode, created.json()]).toEqual([201, 'tea-on-github']);
    const again = await call('POST', `${ui}/integration`, form);
    expect(again.json()).toBe('tea-on-github-2');

    const listed = (await call('GET', `${ui}/integration/getIntegrations`)).json<Integration[]>();
    expect(listed.map(({ integrationKey }) => integrationKey)).toEqual(['tea-on-github', 'tea-on-github-2']);
    expect(listed[0]).toMatchObject({
      ...{
        name: 'Tea on GitHub',
        userName: 'octocat',
        url: 'https://github.com',
        vendorName: 1,
        products: [],
      },
      updatedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });

    const { token: _kept, ...rest } = form;
    const changed = await call('PUT', `${ui}/integration/tea-on-github`, { ...rest, integrationName: 'Tea' });
    expect(changed.statusCode).toBe(204);
    expect((await call('DELETE', `${ui}/integration/tea-on-github-2`)).statusCode).toBe(204);
    expect((await call('DELETE', `${ui}/integration/tea-on-github-2`)).statusCode).toBe(404);
    const left = (await vendor('github'))?.integrations.map(({ name }) => name);
    expect(left).toEqual(['Tea']);
  });

  it('have the state connected until a service uses them, then configured [intg-03] [intg-04]', async () => {
    const states = async () => {
      const { connected, configured, products, configuredServices } = (await vendor(
        'github',
      )) as IntegrationVendor;
      return { connected, configured, products, service: configuredServices[0]?.connections };
    };
    expect(await states()).toEqual({ connected: true, configured: false, products: [], service: [] });
    expect((await call('GET', '/xray/ui/vcs_integrations')).json()).toEqual([]);
    const { token: _kept, ...rest } = { ...form, integrationName: 'Tea', products: ['xray'] };
    await call('PUT', `${ui}/integration/tea-on-github`, rest);
    expect(await states()).toEqual({
      ...{ connected: false, configured: true, products: ['xray'] },
      service: [{ integration_id: 'tea-on-github', name: 'Tea' }],
    });
    expect((await group()).configured).toBe(true);
    expect((await call('GET', '/xray/ui/vcs_integrations')).json()).toEqual([
      { integration_id: 'tea-on-github', name: 'Tea', vendor: 'github' },
    ]);
  });

  it('never return their token, and store it encrypted [intg-09]', async () => {
    for (const url of [
      `${ui}/integration/getIntegrations`,
      `${ui}/integrations/git`,
      '/xray/ui/vcs_integrations',
    ]) {
      expect((await call('GET', url)).body).not.toContain(secret);
    }
    const stored = await withStorage(platform.storage, () =>
      db().execute(sql`select integrations::text as text, sealed from integrations
        union all select audit_events::text, '' from audit_events`),
    );
    for (const { text, sealed } of stored.rows as { text: string; sealed: Buffer }[]) {
      expect(text + sealed.toString('latin1')).not.toContain(secret);
    }
  });

  it('send a stored token to no other server', async () => {
    const { token: _kept, ...rest } = { ...form, url: 'https://git.example.org' };
    const moved = await call('PUT', `${ui}/integration/tea-on-github`, rest);
    expect([moved.statusCode, moved.json().errors[0].code]).toEqual([400, 'TOKEN_REQUIRED']);
    const tested = await call('POST', `${ui}/integration/test`, { ...rest, integrationKey: 'tea-on-github' });
    expect([tested.statusCode, tested.json().errors[0].code]).toEqual([400, 'TOKEN_REQUIRED']);
  });

  it.each([
    [{ userName: ' ' }, 'User name is required'],
    [{ integrationName: '' }, 'Integration name is required'],
    [{ token: '' }, 'Token is required'],
    [{ vendorName: 0 as const }, 'Invalid vendorName 0'],
    [{ integrationType: 0 as const }, 'Invalid integrationType'],
    [{ token: 'a\r\nb' }, 'Invalid token'],
    [{ url: 'http://github.com' }, 'Invalid url'],
    [{ url: 'https://user:word@github.com' }, 'Invalid url'],
    [{ url: 'file:///etc/passwd' }, 'Invalid url'],
  ])('reject %j [intg-08]', async (wrong, message) => {
    const answer = await call('POST', `${ui}/integration`, { ...form, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(message);
  });
});

describe('Git integrations', () => {
  it('require an administrator [intg-07]', async () => {
    await withStorage(platform.storage, () => createUser('rosa', { password }));
    const rosa = await signIn(platform.app, 'rosa', password);
    const seen = (await rosa.inject({ url: `${ui}/integrations/git` })).json<IntegrationGroup>();
    expect(seen).toEqual({
      type: 'git',
      items: [],
      available: false,
      configured: false,
      unavailable: 'role',
    });
    expect((await rosa.inject({ url: `${ui}/integration/getIntegrations` })).statusCode).toBe(403);
    expect((await rosa.inject({ url: `${ui}/integrations/ide` })).json<IntegrationGroup>().available).toBe(
      true,
    );
  });

  it.each([
    [{}, 'feature', 'Set LADING_FEATURES=COMMON.XRAY_GIT_REPO_SCANNING'],
    [
      { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING', LADING_SCANNING: 'false' },
      'service',
      'Set LADING_SCANNING=true',
    ],
  ])('are off with %j, and the error explains how to turn them on [intg-07]', async (env, reason, remedy) => {
    const other = await testPlatform({ env });
    try {
      const ask = callerOf(other);
      const seen = (await ask('GET', `${ui}/integrations/git`)).json<IntegrationGroup>();
      expect(seen).toMatchObject({ available: false, unavailable: reason });
      const denied = await ask('POST', `${ui}/integration`, form);
      expect([denied.statusCode, denied.json().errors[0].message]).toEqual([
        409,
        expect.stringContaining(remedy),
      ]);
    } finally {
      await other.close();
    }
  });
});
