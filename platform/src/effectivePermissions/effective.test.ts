import type {
  AccessReason,
  EffectiveAction,
  PathAccess,
  RepositoryAction,
  UserAccess,
} from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../access/effective/subjects.ts';
import { allows, anonymous } from '../access/gateway.ts';
import { createUser, findUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { repositoryActions } from './effectiveActions.ts';

const password = 'an old tune of the sea';
const names = ['captain', 'karl', 'member', 'nobody', 'offline', 'pat', 'rosa'];
const enabled = names.filter((name) => name !== 'offline');
const files = ['team/a.txt', 'team/secret/b.txt', 'other/c.txt'];
let platform: TestPlatform;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const admin = (method: Method, url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const permission = (name: string, actions: object, targets: object) =>
  admin('POST', '/access/api/v2/permissions', { name, resources: { artifact: { actions, targets } } });

beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ANONYMOUS_ACCESS: 'true' } });
  await withStorage(platform.storage, async () => {
    for (const name of names) await createUser(name, { password });
  });
  const v2 = '/access/api/v2';
  await admin('DELETE', `${v2}/permissions/Everything%20for%20readers`);
  await admin('POST', '/access/api/v1/projects', { project_key: 'tea', display_name: 'Tea' });
  await admin('PUT', '/access/api/v1/projects/tea/users/member', { roles: ['Contributor'] });
  for (const key of ['tea-local', 'locked-local'])
    await platform.createRepository(key, {
      ...{ rclass: 'local', packageType: 'generic', projectKey: key === 'tea-local' ? 'tea' : undefined },
      adminDeployOnly: key === 'locked-local',
    });
  await platform.createRepository('tea', {
    rclass: 'virtual',
    packageType: 'generic',
    repositories: ['tea-local'],
  });
  await permission(
    'visitors',
    { users: {}, groups: { readers: ['READ'] } },
    { 'tea-local': { include_patterns: ['other/**'] } },
  );
  await admin('POST', `${v2}/groups`, { name: 'captains', admin_privileges: true, members: ['captain'] });
  await admin('POST', `${v2}/groups`, { name: 'crew', members: ['karl', 'rosa'] });
  await permission(
    'team files',
    { users: { rosa: ['DELETE', 'ANNOTATE'] }, groups: { crew: ['READ', 'WRITE'] } },
    { 'tea-local': { include_patterns: ['team/**'], exclude_patterns: ['team/secret/**'] } },
  );
  await permission('everywhere', { users: { pat: ['READ', 'MANAGE', 'WRITE'] }, groups: {} }, { ANY: {} });
  await admin('PATCH', `${v2}/users/offline`, { status: 'disabled' });
  for (const repository of ['tea-local', 'locked-local'])
    for (const file of files) await admin('PUT', `/artifactory/${repository}/${file}`, {});
});
afterAll(() => platform.close());

const whoMay = async (repository: string, path?: string) => {
  const query = new URLSearchParams({ repository, ...(path === undefined ? {} : { path }) });
  const answer = await admin('GET', `/access/api/v1/effective/path?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PathAccess>();
};
const actionsOf = ({ users }: PathAccess, name: string) =>
  users.find(({ user }) => user === name)?.actions ?? [];
const named = (actions: readonly EffectiveAction[]) => actions.map(({ action }) => action);
const reasons = (actions: readonly EffectiveAction[], wanted: RepositoryAction): AccessReason[] =>
  actions.find(({ action }) => action === wanted)?.reasons ?? [];

/** Returns the actions that succeed for the user. */
async function real(user: string, repository: string, path: string): Promise<RepositoryAction[]> {
  const headers =
    user === 'anonymous'
      ? {}
      : user === 'admin'
        ? { authorization: platform.adminAuth }
        : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const place = `/artifactory/${repository}/${path}`;
  const calls: [RepositoryAction, Method, string][] = [
    ['read', 'GET', place],
    ['deploy', 'PUT', `${place}.new`],
    ['delete', 'DELETE', place],
    ['annotate', 'PUT', `/artifactory/api/storage/${repository}/${path}?properties=checked=yes`],
  ];
  const done: RepositoryAction[] = [];
  for (const [action, method, url] of calls) {
    const { statusCode } = await platform.app.inject({
      method,
      url,
      headers,
      ...(action === 'deploy' ? { payload: 'x' } : {}),
    });
    if (statusCode < 300) done.push(action);
    if (statusCode < 300 && action === 'delete') await admin('PUT', `/artifactory/${repository}/${path}`, {});
    else if (statusCode >= 300) expect([401, 403, 404], `${user} ${method} ${url}`).toContain(statusCode);
  }
  return done;
}

describe('effective permissions [perm-01]', () => {
  it.each(
    ['tea-local', 'locked-local'].flatMap((repository) => files.map((file) => [repository, file] as const)),
  )('match the result of requests to %s/%s, for every user and action', async (repository, file) => {
    const answer = await whoMay(repository, file);
    expect(actionsOf(answer, 'offline')).toEqual([]);
    for (const user of ['anonymous', 'admin', ...enabled]) {
      const shown = named(actionsOf(answer, user)).filter((action) => action !== 'manage');
      expect(shown.sort(), user).toEqual((await real(user, repository, file)).sort());
    }
  });

  it('match the decisions of the gateway, including `manage` and requests without a path', async () => {
    for (const path of [undefined, ...files]) {
      const answer = await whoMay('tea-local', path);
      await withStorage(platform.storage, async () => {
        for (const name of enabled) {
          const caller = signedIn((await findUser(name)) ?? (undefined as never));
          const target = { repo: 'tea-local', ...(path === undefined ? {} : { path }) };
          const decided = await Promise.all(
            repositoryActions.map((action) => allows(caller, action, target)),
          );
          expect(named(actionsOf(answer, name)), name).toEqual(
            repositoryActions.filter((_, at) => decided[at]),
          );
        }
      });
    }
  });

  it('list the rule: permission, group, project role, administrator', async () => {
    const answer = await whoMay('tea-local', 'team/a.txt');
    const patterns = { include_patterns: ['team/**'], exclude_patterns: ['team/secret/**'] };
    const direct = { kind: 'permission', permission: 'team files', groups: [], direct: true, ...patterns };
    expect(reasons(actionsOf(answer, 'rosa'), 'delete')).toEqual([direct]);
    expect(reasons(actionsOf(answer, 'rosa'), 'read')).toEqual([
      expect.objectContaining({ permission: 'team files', groups: ['crew'], direct: false }),
    ]);
    expect(reasons(actionsOf(answer, 'pat'), 'manage')).toEqual([
      { kind: 'permission', permission: 'everywhere', groups: [], direct: true, any_repository: true },
    ]);
    expect(reasons(actionsOf(answer, 'member'), 'deploy')).toEqual([
      { kind: 'project', project: 'tea', roles: ['Contributor'], groups: [], direct: true },
    ]);
    expect(reasons(actionsOf(answer, 'captain'), 'delete')).toEqual([
      { kind: 'administrator', groups: ['captains'], direct: false },
    ]);
    expect(reasons(actionsOf(answer, 'admin'), 'delete')).toEqual([
      { kind: 'administrator', groups: [], direct: true },
    ]);
    expect(actionsOf(await whoMay('tea-local', 'team/secret/b.txt'), 'rosa')).toEqual([]);
  });

  it('of a virtual repository also list the member', async () => {
    const answer = await whoMay('tea', 'team/a.txt');
    expect(reasons(actionsOf(answer, 'karl'), 'read')).toEqual([
      expect.objectContaining({ permission: 'team files', member: 'tea-local' }),
    ]);
    expect(actionsOf(answer, 'nobody')).toEqual([]);
  });

  it('of a user list repositories, and are empty for a disabled user', async () => {
    const of = async (name: string) =>
      (await admin('GET', `/access/api/v1/effective/users/${name}`)).json<UserAccess>();
    const rosa = await of('rosa');
    const local = rosa.repositories.find(({ repository }) => repository === 'tea-local');
    expect(named(local?.actions ?? [])).toEqual(['read', 'deploy', 'delete', 'annotate']);
    for (const { repository, actions } of rosa.repositories)
      expect(named(actions)).toEqual(named(actionsOf(await whoMay(repository), 'rosa')));
    expect(await of('offline')).toMatchObject({ status: 'disabled', repositories: [] });
    const answer = await admin('GET', '/access/api/v1/effective/users/missing');
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('are paged and can be searched by name', async () => {
    const found: string[] = [];
    let cursor = '';
    do {
      const url = `/access/api/v1/effective/path?repository=tea-local&limit=2${cursor && `&cursor=${cursor}`}`;
      const page = (await admin('GET', url)).json<PathAccess>();
      found.push(...page.users.map(({ user }) => user));
      cursor = page.cursor ?? '';
    } while (cursor !== '');
    expect(found.filter((name) => name !== 'anonymous')).toEqual([
      'admin',
      ...names.filter((name) => name !== 'offline'),
    ]);
    const one = await admin('GET', '/access/api/v1/effective/path?repository=tea-local&search=ROS');
    expect(one.json<PathAccess>().users.map(({ user }) => user)).toEqual(['rosa']);
    expect(anonymous(true).groups).toEqual(['readers']);
  });
});
