import type { GroupPage, PermissionPage, UserPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await db().execute(
      sql`insert into groups (name, admin_privileges) values ('Tea-Makers', false), ('chiefs', true)`,
    );
    await db().execute(sql`insert into users (name, email, realm, enabled, last_signed_in)
      select 'user' || i, 'U' || 500 - i || '@Example.org', case when i % 5 = 0 then 'ldap' else 'internal' end, i % 7 > 0,
        case when i % 3 > 0 then now() - i * interval '1 hour' end
      from generate_series(1, 300) i`);
    await db().execute(sql`insert into group_members (group_name, user_name)
      select 'Tea-Makers', 'user' || i from generate_series(1, 300, 50) i
      union all values ('chiefs', 'user9'), ('chiefs', 'user99')`);
    await db().execute(sql`insert into permissions (name, resources)
      select 'permission' || i, jsonb_build_object('artifact', jsonb_build_object(
        'actions', jsonb_build_object('users', jsonb_build_object('user' || i, '["READ"]'::jsonb), 'groups', '{}'::jsonb),
        'targets', jsonb_build_object('repo-' || i % 10, '{"include_patterns": ["**"]}'::jsonb)))
      from generate_series(1, 3000) i`);
    await db().execute(sql`insert into permissions (name, resources) values ('100%_"odd"\\name', '{}')`);
  });
});
afterAll(() => platform.close());

async function pages<Page extends { cursor?: string }>(list: string, search: string): Promise<Page[]> {
  const found: Page[] = [];
  let next = '';
  do {
    const url = `/access/api/v2/${list}?limit=70&${search}${next === '' ? '' : `&cursor=${next}`}`;
    const answer = await platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
    expect(answer.statusCode, answer.body).toBe(200);
    found.push(answer.json<Page>());
    next = found.at(-1)?.cursor ?? '';
  } while (next !== '');
  return found;
}
const users = async (search: string) =>
  (await pages<UserPage>('users', search)).flatMap((page) => page.users);
const names = async (search: string) => (await users(search)).map(({ username }) => username);
const permissions = async (search: string) =>
  (await pages<PermissionPage>('permissions', search)).flatMap((page) =>
    page.permissions.map(({ name }) => name),
  );

const all = Array.from({ length: 300 }, (_, at) => `user${at + 1}`).sort();

describe('the list of groups', () => {
  const groups = async (search: string) =>
    (await pages<GroupPage>('groups', search)).flatMap((page) =>
      page.groups.map(({ group_name }) => group_name),
    );

  it('is searched by words of name and description, and paged [adm-02]', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`insert into groups (name, description)
        select 'crew ' || lpad(i::text, 3, '0'), case when i % 2 = 0 then 'Night_Watch' else '' end from generate_series(1, 200) i`),
    );
    expect(await groups('search=CREW')).toHaveLength(200);
    expect(await groups('search=night_watch%20crew%2000')).toEqual(
      ['002', '004', '006', '008', '100', '200'].map((at) => `crew ${at}`),
    );
    expect(await groups('search=nightxwatch')).toEqual([]);
    expect(await groups('search=')).toHaveLength(203);
  });
});

describe('the list of users', () => {
  it('is searched by words of name, email address, and realm, and by the name of a group [adm-02]', async () => {
    expect(await names('search=SER29%20ldap')).toEqual(['user290', 'user295']);
    expect(await names('search=u201@example')).toEqual(['user299']);
    expect(await names('search=tea-makers')).toEqual(
      [1, 51, 101, 151, 201, 251].map((at) => `user${at}`).sort(),
    );
    expect(await names('search=tea-makers%20user1')).toEqual(['user1', 'user101', 'user151']);
    expect(await names('search=tea')).toEqual([]);
    expect(await names('search=user_9')).toEqual([]);
    expect(await names('search=us%25er')).toEqual([]);
  });

  it.each(['name', 'email', 'admin', 'status', 'realm', 'lastSignIn'] as const)(
    'is sorted by %s in both directions, without gaps or repetitions between pages [adm-02]',
    async (order) => {
      const sorted = await users(`search=user&sort_by=${order}`);
      const reversed = await users(`search=user&sort_by=${order}&descending_order=true`);
      for (const each of [sorted, reversed]) expect(each.map(({ username }) => username).sort()).toEqual(all);
      const keys = (found: typeof sorted) =>
        found.map(({ username, email, admin, status, realm, last_logged_in: at = '' }) => {
          const bySort = { name: username, email: email.toLowerCase(), realm, lastSignIn: at };
          // Administrators and enabled users first.
          return { ...bySort, admin: admin ? '0' : '1', status: status === 'enabled' ? '0' : '1' }[order];
        });
      expect(keys(sorted)).toEqual([...keys(sorted)].sort());
      expect(keys(reversed)).toEqual([...keys(sorted)].sort().reverse());
    },
  );

  it('rejects a cursor of another order', async () => {
    const [first] = await pages<UserPage>('users', 'sort_by=email');
    const answer = await platform.app.inject({
      url: `/access/api/v2/users?limit=10&cursor=${first?.cursor}`,
      headers: { authorization: platform.adminAuth },
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_CURSOR']);
  });
});

describe('the list of permissions', () => {
  it('is searched by words of its name, repositories, users, and groups only [adm-02]', async () => {
    const numbered = (found: string[]) => found.map((name) => name.replace('permission', '')).sort();
    expect(numbered(await permissions('search=user2999'))).toEqual(['2999']);
    const ofRepository = await permissions('search=REPO-7%20permission12');
    const expected = [127, ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => 1207 + 10 * at)];
    expect(ofRepository).toEqual(expected.map((at) => `permission${at}`).sort());
    for (const word of ['include_patterns', 'actions', 'read'])
      expect((await permissions(`search=${word}`)).filter((name) => name.startsWith('permission'))).toEqual(
        [],
      );
    expect(await permissions(`search=${encodeURIComponent('100%_"odd"\\n')}`)).toEqual(['100%_"odd"\\name']);
    expect((await permissions('')).length).toBeGreaterThan(3000);
  });

  it('accepts permissions of groups or users alone, as existing scripts send them [adm-02]', async () => {
    const send = (name: string, actions: object) =>
      platform.app.inject({
        method: 'POST',
        url: '/access/api/v2/permissions',
        headers: { authorization: platform.adminAuth },
        payload: { name, resources: { artifact: { actions, targets: { 'generic-local': {} } } } },
      });
    for (const [name, actions] of Object.entries({
      'of-groups': { groups: { 'Tea-Makers': ['READ'] } },
      'of-users': { users: { user1: ['READ'] } },
    })) {
      const made = await send(name, actions);
      expect(made.statusCode, made.body).toBe(201);
      expect(made.json().resources.artifact.actions).toEqual({ users: {}, groups: {}, ...actions });
    }
    expect((await send('misspelled', { group: {} })).statusCode).toBe(400);
  });
});
