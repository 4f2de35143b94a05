import type { LdapSettings, ProviderTest } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../storage/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { findUser } from '../users.ts';
import { verifiedPasswords } from '../verifiedPasswords.ts';
import { hasSlapd, TestDirectory } from './testing/TestDirectory.ts';

const password = 'an old tune of the sea';
let platform: TestPlatform;
let directory: TestDirectory;

const settings = (more: Partial<LdapSettings> = {}): LdapSettings => ({
  enabled: true,
  url: directory.url,
  startTls: false,
  managerDn: directory.managerDn,
  managerPassword: directory.managerPassword,
  searchBase: 'ou=people,dc=example,dc=org',
  searchFilter: '(uid={0})',
  emailAttribute: 'mail',
  groupBase: 'ou=groups,dc=example,dc=org',
  groupFilter: '(member={0})',
  groupNameAttribute: 'cn',
  createUsers: true,
  allowPrivate: true,
  ...more,
});
const admin = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path = '', payload?: object) =>
  platform.app.inject({
    method,
    url: `/access/api/v1/ldap${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const login = async (user: string, secret: string) => {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user, password: secret },
    remoteAddress: `192.0.2.${++number % 250}`,
  });
  return answer;
};
let number = 0;

describe.skipIf(!hasSlapd)('signing in by a directory', () => {
  beforeAll(async () => {
    directory = await TestDirectory.start();
    platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    await withStorage(platform.storage, () => db().execute(sql`insert into groups (name) values ('crew')`));
  });
  afterAll(async () => {
    await platform.close();
    await directory.close();
  });

  it('is off until an administrator configures it', async () => {
    expect((await login('rosa', password)).statusCode).toBe(401);
    expect((await admin('GET')).statusCode).toBe(404);
    const kept = (await admin('PUT', '', settings())).json();
    expect(kept).toMatchObject({ hasManagerPassword: true });
    expect(JSON.stringify(kept)).not.toContain('of-the-manager');
  });

  it('makes the user, with his mail address and groups', async () => {
    const answer = await login('Rosa', password);
    expect(answer.json()).toMatchObject({ name: 'rosa', realm: 'ldap', existsInDB: true });
    const user = await withStorage(platform.storage, () => findUser('rosa'));
    expect(user).toMatchObject({
      email: 'rosa@example.org',
      groups: ['crew', 'readers'],
      passwordHash: null,
    });
    const basic = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/current',
      headers: { authorization: `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}` },
    });
    expect(basic.json().name).toBe('rosa');
  });

  it.each([
    ['rosa', 'wrong'],
    ['rosa', ''],
    ['nobody', password],
    ['*', password],
    ['rosa)(uid=*', password],
    ['ros*', password],
    ['admin', 'of the directory alone'],
  ])('refuses %j with %j', async (user, secret) => {
    const answer = await login(user, secret);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'BAD_CREDENTIALS']);
  });

  it('says so when the directory is away, and lets the others in', async () => {
    await directory.stop();
    try {
      await withStorage(platform.storage, async () => verifiedPasswords().forgetAll());
      const answer = await login('rosa', password);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'DIRECTORY_UNREACHABLE']);
      await signIn(platform.app, 'admin', platform.adminPassword);
    } finally {
      await directory.run();
    }
    expect((await login('rosa', password)).statusCode).toBe(200);
  });

  it('is tested before anybody needs it', async () => {
    const test = async (more: Partial<LdapSettings> = {}, person = {}) =>
      (await admin('POST', '/test', { settings: settings(more), ...person })).json<ProviderTest>();
    const good = await test({}, { user: 'rosa', password });
    expect(good.ok).toBe(true);
    expect(good.steps[2]?.message).toContain(
      'uid=rosa,ou=people,dc=example,dc=org, rosa@example.org; groups: crew',
    );
    expect((await test({ managerPassword: 'wrong' })).steps).toEqual([
      {
        name: 'Connect and sign in as the manager',
        ok: false,
        message: expect.stringContaining('does not take the manager'),
      },
    ]);
    expect((await test({ url: 'ldap://127.0.0.1:1' })).steps[0]?.message).toBe(
      'Nothing answers at this address and port',
    );
    expect((await test({ url: 'ldap://127.0.0.1:1', managerDn: '' })).steps[0]?.ok).toBe(false);
    expect((await test({ url: 'ldap://169.254.169.254' })).steps[0]?.message).toContain('link-local');
    expect((await test({ searchBase: 'ou=none,dc=example,dc=org' })).steps[1]?.ok).toBe(false);
    expect((await test({}, { user: 'rosa', password: '' })).steps[2]?.ok).toBe(false);
    const { managerPassword: _kept, ...kept } = settings();
    expect((await admin('POST', '/test', { settings: kept })).json().ok).toBe(true);
  });

  it.each([
    [{ url: 'https://directory.example' }, 'ldap://'],
    [{ searchFilter: '(uid=rosa)' }, '{0}'],
    [{ url: 'ldaps://directory.example', startTls: true }, 'startTls'],
  ])('with %j is refused by name of what is wrong', async (more, named) => {
    const answer = await admin('PUT', '', settings(more));
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(named),
    ]);
  });
});
