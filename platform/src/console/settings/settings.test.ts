import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootDocument, PluginSettingsForm } from '@lading/contract/rest';
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
const title = (text: string) => ({ id: `shore.${text}`, text });
const settings = [
  {
    ...{ name: 'seconds', scope: 'instance', title: title('Seconds'), type: 'integer' },
    ...{ default: 60, minimum: 10 },
  },
  { name: 'motto', scope: 'instance', title: title('Motto'), type: 'string', default: '', maxLength: 5 },
  { name: 'factor', scope: 'user', title: title('Factor'), type: 'number', default: 1, maximum: 9.5 },
  { name: 'unit', scope: 'user', title: title('Unit'), type: 'string', enum: ['m', 'ft'], default: 'm' },
  { name: 'loud', scope: 'user', title: title('Loud'), type: 'boolean', default: false },
];

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let home: string;
let app: FastifyInstance;

beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  await checkout.writePlugin({ name: 'shore', version: '1.0.0', manifest: { settings } });
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  app = await consoleNode(platform, { root: checkout.root, home });
  await within(async () => {
    await app.ownPlugins.publish();
    for (const name of ['rosa', 'karl']) await createUser(name, { password: PASSWORD });
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), checkout.remove(), rm(home, { recursive: true })]);
});
beforeEach(() => within(() => db().execute(sql`DELETE FROM plugin_settings`)));

const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const as = (user: string) =>
  user === 'admin' ? platform.adminAuth : `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString('base64')}`;
const read = (user: string, path: string) =>
  app.inject({ url: CALL + path, headers: { authorization: as(user) } });
const write = (user: string, scope: 'instance' | 'user', values: object, headers = {}) =>
  app.inject({
    ...{ method: 'PUT', url: `${CALL}/shore/settings/${scope}`, payload: { values } },
    headers: { authorization: as(user), ...headers },
  });
const valuesOf = async (user: string) => (await read(user, '/shore/settings')).json().values;
const defaults = { seconds: 60, motto: '', factor: 1, unit: 'm', loud: false };

describe('the settings of a plugin', () => {
  it('have their defaults until they are set, for all users or for each one', async () => {
    expect(await valuesOf('rosa')).toEqual(defaults);
    expect((await write('admin', 'instance', { seconds: 30, motto: 'ahoy' })).statusCode).toBe(200);
    expect((await write('rosa', 'user', { factor: 2.5, unit: 'ft', loud: true })).statusCode).toBe(200);
    const ofAll = { ...defaults, seconds: 30, motto: 'ahoy' };
    expect(await valuesOf('rosa')).toEqual({ ...ofAll, factor: 2.5, unit: 'ft', loud: true });
    expect(await valuesOf('karl')).toEqual(ofAll);
    await write('admin', 'instance', {});
    expect(await valuesOf('karl')).toEqual(defaults);
  });

  it('are described for a form, by who sets them', async () => {
    const form = (await read('rosa', '/shore/settings/user')).json<PluginSettingsForm>();
    expect(form).toMatchObject({
      ...{ plugin: 'shore', specifier: '@lading/plugin-shore', version: '1.0.0' },
      values: { factor: 1, unit: 'm', loud: false },
    });
    expect(form.settings).toEqual(
      settings.filter(({ scope }) => scope === 'user').map(({ scope: _scope, ...field }) => field),
    );
    expect((await read('rosa', '/settings')).json()).toEqual({ plugins: ['shore'] });
    expect((await read('rosa', '/shore/settings/instance')).statusCode).toBe(403);
    expect((await write('rosa', 'instance', { seconds: 30 })).statusCode).toBe(403);
    expect((await read('rosa', '/moon/settings')).json().errors[0].code).toBe('PLUGIN_SETTINGS_NOT_FOUND');
    expect((await app.inject(`${CALL}/shore/settings`)).statusCode).toBe(401);
  });

  it.each([
    ['below the minimum', 'instance', { seconds: 9 }, 'Seconds', 'whole number, at least 10'],
    ['not whole', 'instance', { seconds: 10.5 }, 'Seconds', 'whole number'],
    ['a text for a number', 'instance', { seconds: '30' }, 'Seconds', 'whole number'],
    ['too long', 'instance', { motto: 'longer' }, 'Motto', 'text of 0 to 5 characters'],
    ['above the maximum', 'user', { factor: 9.6 }, 'Factor', 'number, at most 9.5'],
    ['not listed', 'user', { unit: 'mile' }, 'Unit', 'one of m, ft'],
    ['a number for a flag', 'user', { loud: 1 }, 'Loud', 'true or false'],
    ['of another scope', 'user', { seconds: 30 }, 'seconds', 'factor, unit, loud'],
    ['not declared', 'user', { depth: 1 }, 'depth', 'factor, unit, loud'],
  ] as const)('are rejected with a value that is %s', async (_what, scope, values, name, expected) => {
    const answer = await write('admin', scope, values);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_PLUGIN_SETTING']);
    expect(answer.json().errors[0].message).toContain(name);
    expect(answer.json().errors[0].message).toContain(expected);
    expect(await valuesOf('admin')).toEqual(defaults);
  });

  it('are not overwritten by a change of what another administrator changed since', async () => {
    const opened = { 'if-match': String((await read('admin', '/shore/settings/instance')).headers.etag) };
    expect((await write('admin', 'instance', { seconds: 30 }, opened)).statusCode).toBe(200);
    const late = await write('admin', 'instance', { seconds: 40 }, opened);
    expect([late.statusCode, late.json().errors[0].code]).toEqual([412, 'CHANGED_SINCE']);
    expect(await valuesOf('rosa')).toMatchObject({ seconds: 30 });
    const [event] = await within(
      async () => (await readAudit({ event: 'settings-changed', limit: 1 })).events,
    );
    expect(event).toMatchObject({ user: 'admin', detail: 'Settings of plugin @lading/plugin-shore changed' });
  });

  it('have their defaults where a stored value does not fit another version', async () => {
    const stored = JSON.stringify({ seconds: 'often', motto: 'ahoy', gone: 1 });
    await within(() =>
      db().execute(sql`INSERT INTO plugin_settings (specifier, setting_values, changed_by)
        VALUES ('@lading/plugin-shore', ${stored}::jsonb, 'admin')`),
    );
    expect(await valuesOf('rosa')).toEqual({ ...defaults, motto: 'ahoy' });
  });

  it('that only another version declares remain after a change', async () => {
    const stored = JSON.stringify({ seconds: 20, motto: 'ahoy', apiRegion: 'north' });
    await within(() =>
      db().execute(sql`INSERT INTO plugin_settings (specifier, user_name, setting_values, changed_by)
        VALUES ('@lading/plugin-shore', NULL, ${stored}::jsonb, 'admin'),
          ('@lading/plugin-shore', 'rosa', '{"factor": 2, "apiKeyName": "sea"}'::jsonb, 'rosa')`),
    );
    const saved = await write('admin', 'instance', { seconds: 30 });
    expect(saved.json().values).toEqual({ seconds: 30, motto: '' });
    expect(saved.headers.etag).toBe((await read('admin', '/shore/settings/instance')).headers.etag);
    await write('rosa', 'user', { unit: 'ft' });
    const { rows } = await within(() =>
      db().execute(sql`SELECT setting_values AS values FROM plugin_settings ORDER BY user_name NULLS FIRST`),
    );
    expect(rows).toEqual([
      { values: { seconds: 30, apiRegion: 'north' } },
      { values: { unit: 'ft', apiKeyName: 'sea' } },
    ]);
  });

  it('of a user are deleted with the user, and never part of the page', async () => {
    await within(async () => void (await createUser('jan', { password: PASSWORD })));
    await write('jan', 'user', { factor: 3 });
    await within(async () => void (await removeUser('jan')));
    const { rows } = await within(() => db().execute(sql`SELECT user_name FROM plugin_settings`));
    expect(rows).toEqual([]);
    const { body } = await app.inject({ url: '/ui/', headers: { accept: 'text/html' } });
    const boot: BootDocument = JSON.parse(
      body.split('id="lading-boot">')[1]?.split('</script>')[0] ?? 'null',
    );
    const manifests = await app.inject(`/ui/contributions/${boot.revision}.json`);
    expect(manifests.statusCode).toBe(200);
    expect(manifests.body).not.toContain('"settings"');
  });
});
