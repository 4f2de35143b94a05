import type {
  AuditEvent,
  AuditPage,
  DependencyStatuses,
  LdapSettings,
  ProviderTest,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { describeError } from '../../http/logging.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { verifiedPasswords } from '../passwords/verifiedPasswords.ts';
import { findUser } from '../users.ts';
import { directoryUser } from './directoryUser.ts';
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
const login = (user: string, secret: string, remoteAddress = `192.0.2.${++number % 250}`, headers = {}) =>
  platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user, password: secret },
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
let number = 0;
const nowhere = { address: '', client: '' };
/** The directory in the service status. */
const status = async () => {
  const answer = await platform.app.inject({
    url: '/ui/api/v1/system/status/dependencies',
    headers: { authorization: platform.adminAuth },
  });
  return answer.json<DependencyStatuses>().dependencies.find(({ kind }) => kind === 'ldap');
};
/** Returns the newest audit record of an event and user. */
const newestRecord = async (event: AuditEvent['event'], user: string) => {
  const answer = await platform.app.inject({
    url: `/access/api/v1/audit?${new URLSearchParams({ event, ...(user === '' ? {} : { user }) })}`,
    headers: { authorization: platform.adminAuth },
  });
  return answer.json<AuditPage>().events[0];
};

describe.skipIf(!hasSlapd)('LDAP sign-in', () => {
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

  it('creates the user, with email address and groups', async () => {
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

  it('finds the groups of a user whose name has non-ASCII letters', async () => {
    expect((await login('lucja', 'a quiet tune of the river')).statusCode).toBe(200);
    const user = await withStorage(platform.storage, () => findUser('lucja'));
    expect(user?.groups).toEqual(['crew', 'readers']);
  });

  it.each([
    ['rosa', 'wrong'],
    ['rosa', ''],
    ['nobody', password],
    ['*', password],
    ['rosa)(uid=*', password],
    ['ros*', password],
    ['admin', 'of the directory alone'],
  ])('rejects %j with %j', async (user, secret) => {
    const answer = await login(user, secret);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'BAD_CREDENTIALS']);
  });

  it('reports an unavailable directory, and allows other users', async () => {
    await directory.stop();
    try {
      await withStorage(platform.storage, async () => verifiedPasswords().forgetAll());
      // Also for a wrong password of a local user, to not reveal which names exist.
      for (const [user, secret] of [
        ['rosa', password],
        ['nobody', 'x'],
        ['admin', 'not his'],
      ] as const) {
        const answer = await login(user, secret, '192.0.2.251');
        expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'DIRECTORY_UNREACHABLE']);
        expect(answer.json().errors[0].message).toContain('the LDAP server is not responding');
      }
      const failed = await status();
      expect(failed).toMatchObject({
        ...{ state: 'failed', name: '' },
        last_error: { message: expect.stringContaining('Connection refused'), time: expect.any(Number) },
      });
      expect(JSON.stringify(failed)).not.toContain(directory.managerPassword);
      await signIn(platform.app, 'admin', platform.adminPassword);
      // Wrong passwords are still counted.
      for (let at = 0; at < 5; at++) await login('admin', `guess ${at}`, '192.0.2.251');
      expect((await login('admin', 'one more', '192.0.2.251')).statusCode).toBe(429);
      // Details of the directory's error are only logged.
      const guess = { of: 'rosa', user: 'rosa', place: '192.0.2.251', origin: nowhere };
      const away = await withStorage(platform.storage, () =>
        directoryUser(guess, password).catch((error: unknown) => error),
      );
      expect(describeError(away).cause?.message).toBe('Connection refused. Check the address and port.');
    } finally {
      await directory.run();
    }
    expect((await login('rosa', password)).statusCode).toBe(200);
  });

  it('counts attempts with all names of a user together', async () => {
    await admin('PUT', '', settings({ searchFilter: '(|(uid={0})(mail={0}))' }));
    try {
      const tried = ['rosa', 'rosa', 'rosa', 'rosa@example.org', 'rosa@example.org', 'rosa@example.org'];
      const answers = [];
      for (const user of tried) answers.push((await login(user, 'a guess', '192.0.2.252')).statusCode);
      expect(answers).toEqual([401, 401, 401, 401, 401, 401]);
      // Counts once per attempt for the IP address.
      const { rows } = await withStorage(platform.storage, () =>
        db().execute(sql`select attempts from sign_in_attempts where key = '* 192.0.2.252'`),
      );
      expect(rows).toEqual([{ attempts: tried.length }]);
      expect((await login('rosa@example.org', password, '192.0.2.252')).statusCode).toBe(429);
      expect((await login('rosa', password, '192.0.2.252')).statusCode).toBe(429);
      expect((await login('rosa@example.org', password)).json()).toMatchObject({ name: 'rosa' });
    } finally {
      await admin('PUT', '', settings());
    }
  });

  it.each(['ｒｏｓａ', 'ro\u017fa', 'rosa\u00a0'])(
    'rejects %j even if the directory accepts it, because each spelling would have a separate count',
    async (spelling) => {
      expect((await login(spelling, password)).statusCode).toBe(401);
    },
  );

  it('audits rejected users with the reason, and created users, with their origin', async () => {
    const tune = 'a new tune of the hills';
    const from = { address: '192.0.2.253', client: 'tea/1.0' };
    await admin('PUT', '', settings({ createUsers: false }));
    expect((await login('karl', tune, from.address, { 'user-agent': from.client })).statusCode).toBe(401);
    expect(await newestRecord('sign-in', '')).toMatchObject({
      ...from,
      outcome: 'failure',
      detail: 'LDAP: User karl does not exist, and user creation is off for this provider',
    });
    await admin('PUT', '', settings());
    const called = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/current',
      remoteAddress: from.address,
      headers: {
        authorization: `Basic ${Buffer.from(`karl:${tune}`).toString('base64')}`,
        'user-agent': from.client,
      },
    });
    expect(called.json().name).toBe('karl');
    expect(await newestRecord('user-made', 'karl')).toMatchObject(from);
  });

  it('can be tested before it is used', async () => {
    const test = async (more: Partial<LdapSettings> = {}, person = {}) =>
      (await admin('POST', '/test', { settings: settings(more), ...person })).json<ProviderTest>();
    const good = await test({}, { user: 'rosa', password });
    expect(good.ok).toBe(true);
    expect(good.steps[2]?.message).toContain(
      'uid=rosa,ou=people,dc=example,dc=org, rosa@example.org; groups: crew',
    );
    expect((await test({ managerPassword: 'wrong' })).steps).toEqual([
      {
        name: 'Bind as the manager',
        ok: false,
        message: expect.stringContaining('rejected the manager'),
      },
    ]);
    expect((await test({ url: 'ldap://127.0.0.1:1' })).steps[0]?.message).toBe(
      'Connection refused. Check the address and port.',
    );
    expect((await test({ url: 'ldap://127.0.0.1:1', managerDn: '' })).steps[0]?.ok).toBe(false);
    expect((await test({ url: 'ldap://169.254.169.254' })).steps[0]?.message).toContain('link-local');
    expect((await test({ searchBase: 'ou=none,dc=example,dc=org' })).steps[1]).toMatchObject({
      ok: false,
      message: expect.stringContaining('Check the user and group search bases.'),
    });
    expect((await test({}, { user: 'rosa', password: '' })).steps[2]?.ok).toBe(false);
    const odd = await test({ searchFilter: '(cn={0})' }, { user: 'Karl (the other)', password });
    expect(odd.steps[2]?.message).toContain('Invalid user name');
    const { managerPassword: _kept, ...kept } = settings();
    expect((await admin('POST', '/test', { settings: kept })).json().ok).toBe(true);
  });

  it.each([
    ['a certificate that is not trusted', () => ({ url: directory.tlsUrl }), 'NODE_EXTRA_CA_CERTS'],
    ['the same with STARTTLS', () => ({ startTls: true }), 'NODE_EXTRA_CA_CERTS'],
    ['TLS on a port without it', () => ({ url: directory.url.replace('ldap:', 'ldaps:') }), 'closed'],
    ['no TLS on a port with it', () => ({ url: directory.tlsUrl.replace('ldaps:', 'ldap:') }), 'ldaps://'],
    ['a host that does not exist', () => ({ url: 'ldap://directory.invalid' }), 'host name'],
  ])('whose test fails for %s says what to do', async (_what, more, remedy) => {
    const { steps } = (await admin('POST', '/test', { settings: settings(more()) })).json<ProviderTest>();
    expect(steps).toMatchObject([{ ok: false, message: expect.stringContaining(remedy) }]);
    expect(steps[0]?.message).not.toContain('LDAP query failed');
  });

  it.each([
    [{ url: 'https://directory.example' }, 'ldap://'],
    [{ searchFilter: '(uid=rosa)' }, '{0}'],
    [{ url: 'ldaps://directory.example', startTls: true }, 'startTls'],
  ])('with %j is rejected, with the name of the invalid field', async (more, named) => {
    const answer = await admin('PUT', '', settings(more));
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(named),
    ]);
  });
});
