import type { ProjectChoices, RepositorySummary } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { issueToken } from '../tokens/tokens.ts';
import { createUser } from '../users.ts';

const url = '/access/api/v1/projects';
const repositories = '/artifactory/api/repositories';

let platform: TestPlatform;
const auth: Record<string, string> = {};
beforeAll(async () => {
  platform = await testPlatform();
  auth.admin = platform.adminAuth;
  await withStorage(platform.storage, async () => {
    for (const userName of ['pia', 'dev', 'eve']) {
      await createUser(userName, { password: null, groups: [] });
      const { accessToken } = await issueToken({
        userName,
        scope: 'applied-permissions/user',
        expiresIn: 3600,
      });
      auth[userName] = `Bearer ${accessToken}`;
    }
  });
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (who: string, method: Method, path: string, payload?: object) =>
  platform.app.inject({
    method,
    url: path,
    headers: auth[who] ? { authorization: auth[who] } : {},
    ...(payload ? { payload } : {}),
  });
const status = async (...request: Parameters<typeof call>) => (await call(...request)).statusCode;

describe('projects', () => {
  it('are created, read, changed, and listed', async () => {
    const made = await call('admin', 'POST', url, { project_key: 'tea', display_name: 'Tea room' });
    const tea = {
      project_key: 'tea',
      display_name: 'Tea room',
      description: '',
      admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
      storage_quota_bytes: -1,
    };
    expect([made.statusCode, made.json()]).toEqual([201, tea]);
    expect((await call('admin', 'GET', `${url}/tea`)).json()).toEqual(tea);
    const change = { description: 'Leaves', admin_privileges: { index_resources: false } };
    expect((await call('admin', 'PUT', `${url}/tea`, change)).json()).toEqual({
      ...tea,
      description: 'Leaves',
      admin_privileges: { ...tea.admin_privileges, index_resources: false },
    });
    await call('admin', 'POST', url, { project_key: 'ale-house', display_name: 'Ale house' });
    const keys = (await call('admin', 'GET', url))
      .json()
      .map(({ project_key }: { project_key: string }) => project_key);
    expect(keys).toEqual(['ale-house', 'tea']);
  });

  it.each([
    ['Tea', 400, 'Project key must start with a lowercase character'],
    ['1tea', 400, 'Project key must start with a lowercase character'],
    ['', 400, 'Project key must start with a lowercase character'],
    ['te a', 400, '1 to 128 lowercase letters'],
    [`t${'e'.repeat(128)}`, 400, '1 to 128 lowercase letters'],
    ['tea', 409, 'Project tea already exists'],
  ])('are rejected with the key %j', async (project_key, refused, named) => {
    const answer = await call('admin', 'POST', url, { project_key, display_name: `A ${project_key}` });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      refused,
      expect.stringContaining(named),
    ]);
  });

  it('accept a key of 128 characters, and reject an existing name or a quota of 0', async () => {
    const key = `t${'e'.repeat(127)}`;
    expect(await status('admin', 'POST', url, { project_key: key, display_name: 'Long' })).toBe(201);
    expect(await status('admin', 'DELETE', `${url}/${key}`)).toBe(204);
    const named = await call('admin', 'POST', url, { project_key: 'other', display_name: 'tea ROOM' });
    expect(named.json().errors[0].code).toBe('PROJECT_NAME_TAKEN');
    const quota = await call('admin', 'PUT', `${url}/tea`, { storage_quota_bytes: 0 });
    expect(quota.json().errors[0].code).toBe('BAD_QUOTA');
    expect(await status('admin', 'GET', `${url}/nowhere`)).toBe(404);
  });

  it('have members with roles, directly and by groups', async () => {
    const dev = { name: 'dev', roles: ['Viewer'] };
    expect((await call('admin', 'PUT', `${url}/tea/users/Dev`, { roles: ['Viewer'] })).json()).toEqual(dev);
    expect((await call('admin', 'GET', `${url}/tea/users`)).json()).toEqual({ members: [dev] });
    await call('admin', 'POST', '/access/api/v2/groups', { name: 'brewers', members: ['dev'] });
    await call('admin', 'PUT', `${url}/tea/groups/brewers`, { roles: ['Contributor'] });
    expect((await call('dev', 'GET', `${url}/tea/groups/brewers`)).json().roles).toEqual(['Contributor']);
    expect((await call('dev', 'GET', url)).json()).toHaveLength(1);
    const bad = await call('admin', 'PUT', `${url}/tea/users/dev`, { roles: ['Captain'] });
    expect(bad.statusCode).toBe(400);
    expect(await status('admin', 'PUT', `${url}/tea/users/nobody`, { roles: ['Viewer'] })).toBe(404);
    expect(await status('admin', 'PUT', `${url}/nowhere/users/dev`, { roles: ['Viewer'] })).toBe(404);
    expect(await status('admin', 'DELETE', `${url}/tea/users/eve`)).toBe(404);
    const roles = (await call('dev', 'GET', `${url}/tea/roles`)).json();
    expect(roles).toContainEqual(expect.objectContaining({ name: 'Viewer', actions: ['READ'] }));
  });

  it('contain repositories, on which a member has the permissions of the role', async () => {
    const config = { rclass: 'local', packageType: 'generic', projectKey: 'tea', environments: ['DEV'] };
    expect((await call('admin', 'PUT', `${repositories}/tea-files`, config)).json()).toMatchObject(config);
    const listed = (await call('admin', 'GET', `${repositories}?project=tea`)).json<RepositorySummary[]>();
    expect(listed).toEqual([expect.objectContaining({ key: 'tea-files', projectKey: 'tea' })]);
    expect((await call('eve', 'GET', repositories)).json()).toEqual([]);
    expect((await call('dev', 'GET', repositories)).json()).toHaveLength(1);

    const file = '/artifactory/tea-files/leaf.txt';
    const put = (who: string) =>
      platform.app.inject({
        method: 'PUT',
        url: file,
        headers: { authorization: auth[who] ?? '', 'content-type': 'text/plain' },
        payload: 'a leaf',
      });
    // Without any permission, the response does not reveal the repository.
    expect((await put('eve')).statusCode).toBe(404);
    expect((await put('dev')).statusCode).toBe(201);
    expect(await status('eve', 'GET', file)).toBe(404);
    expect(await status('dev', 'GET', file)).toBe(200);
    expect(await status('dev', 'DELETE', file)).toBe(403);
    await call('admin', 'PUT', `${url}/tea/groups/brewers`, { roles: ['Viewer'] });
    expect((await put('dev')).statusCode).toBe(403);
    await call('admin', 'DELETE', '/access/api/v2/groups/brewers');
    await call('admin', 'DELETE', `${url}/tea/users/dev`);
    expect(await status('dev', 'GET', file)).toBe(404);
  });

  it('cannot be deleted while they contain repositories', async () => {
    const refused = await call('admin', 'DELETE', `${url}/tea`);
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      409,
      expect.stringContaining('tea-files'),
    ]);
    const lost = { rclass: 'local', packageType: 'npm', projectKey: 'nowhere' };
    expect((await call('admin', 'PUT', `${repositories}/lost`, lost)).json().errors[0].message).toContain(
      'project nowhere not found',
    );
    const plugins = await call('admin', 'POST', `${repositories}/plugins-local`, { projectKey: 'tea' });
    expect(plugins.statusCode).toBe(400);
    const placed = await call('admin', 'POST', `${repositories}/tea-files`, { environments: ['MOON'] });
    expect(placed.json().errors[0].message).toContain('unknown environment "MOON". Expected DEV, PROD.');
  });
});

describe('a project administrator [perm-01]', () => {
  beforeAll(async () => {
    await call('admin', 'PUT', `${url}/tea/users/pia`, { roles: ['Project Admin'] });
  });

  it('changes the project, its members, and its repositories', async () => {
    expect(await status('pia', 'PUT', `${url}/tea`, { description: 'More leaves' })).toBe(200);
    expect(await status('pia', 'PUT', `${url}/tea/users/dev`, { roles: ['Developer'] })).toBe(200);
    const config = { rclass: 'local', packageType: 'npm', projectKey: 'tea' };
    expect(await status('pia', 'PUT', `${repositories}/tea-npm`, config)).toBe(201);
    expect(await status('pia', 'POST', `${repositories}/tea-npm`, { description: 'Ours' })).toBe(200);
    const all = { rclass: 'virtual', packageType: 'npm', projectKey: 'tea', repositories: ['tea-npm'] };
    expect(await status('pia', 'PUT', `${repositories}/tea-all`, all)).toBe(201);
    expect(await status('pia', 'DELETE', `${repositories}/tea-all`)).toBe(204);
  });

  it('is identified as such in the console data', async () => {
    const current = '/ui/api/v1/ui/auth/current';
    expect((await call('pia', 'GET', current)).json()).toMatchObject({
      admin: false,
      projectAdmin: true,
      administeredProjects: ['tea'],
      canDeploy: true,
      canManage: true,
      canDelete: true,
    });
    expect((await call('dev', 'GET', current)).json()).toMatchObject({
      projectAdmin: false,
      administeredProjects: [],
      canDeploy: true,
      canManage: false,
      canDelete: true,
    });
  });

  it.each([
    [
      'a name of another project',
      'PUT',
      'ale-files',
      { rclass: 'local', packageType: 'npm', projectKey: 'tea' },
    ],
    ['another project', 'PUT', 'ale-npm', { rclass: 'local', packageType: 'npm', projectKey: 'ale-house' }],
    ['no project', 'PUT', 'tea-none', { rclass: 'local', packageType: 'npm' }],
    ['leaving the project', 'POST', 'tea-npm', { projectKey: '' }],
    ['repositories of other projects', 'POST', 'npm-local', { projectKey: 'tea' }, 404],
    [
      'the host’s credentials',
      'PUT',
      'tea-remote',
      { rclass: 'remote', packageType: 'npm', projectKey: 'tea', hostUpstream: true },
    ],
    [
      'private networks',
      'PUT',
      'tea-remote',
      {
        rclass: 'remote',
        packageType: 'npm',
        projectKey: 'tea',
        url: 'http://10.0.0.1/',
        allowPrivateUpstream: true,
      },
    ],
    [
      'members of elsewhere',
      'PUT',
      'tea-virtual',
      { rclass: 'virtual', packageType: 'npm', projectKey: 'tea', repositories: ['npm-local'] },
      400,
    ],
  ] as const)('is refused %s', async (_what, method, key, payload, refused: number = 403) => {
    expect(await status('pia', method, `${repositories}/${key}`, payload)).toBe(refused);
  });

  it('cannot probe which repositories and projects exist', async () => {
    const hidden = { rclass: 'local', packageType: 'npm' };
    await call('admin', 'PUT', `${repositories}/ale-hidden`, { ...hidden, projectKey: 'ale-house' });
    await call('admin', 'PUT', `${repositories}/hidden-files`, { ...hidden, packageType: 'generic' });
    const virtual = { rclass: 'virtual', packageType: 'npm', projectKey: 'tea' };
    await call('pia', 'PUT', `${repositories}/tea-probe`, { ...virtual, repositories: ['tea-npm'] });
    const calls = [
      ...[{}, { ...hidden, projectKey: 'tea' }, { ...hidden, projectKey: 'PROJECT' }, hidden].flatMap(
        (payload) => [
          ['PUT', 'KEY', payload] as const,
          ['POST', 'KEY', payload] as const,
          ['POST', 'KEY/test', payload] as const,
        ],
      ),
      ['GET', 'KEY', undefined] as const,
      ['DELETE', 'KEY', undefined] as const,
      ['PUT', 'tea-new', { ...virtual, repositories: ['tea-npm', 'KEY'] }] as const,
      ['PUT', 'tea-new', { ...virtual, repositories: ['KEY'], defaultDeploymentRepo: 'KEY' }] as const,
      ['PUT', 'tea-new', { ...virtual, repositories: [], defaultDeploymentRepo: 'KEY' }] as const,
      ['POST', 'tea-probe', { repositories: ['tea-npm', 'KEY'] }] as const,
      ['POST', 'tea-probe', { defaultDeploymentRepo: 'KEY' }] as const,
      ['POST', 'tea-npm', { projectKey: 'PROJECT' }] as const,
      ['POST', 'tea-npm/test', { projectKey: 'PROJECT' }] as const,
    ];
    const ask = async (
      [method, at, payload]: (typeof calls)[number],
      name: string,
      project: string,
      who: string,
    ) => {
      const named = (text: string) => text.replaceAll('KEY', name).replaceAll('PROJECT', project);
      const body = payload && (JSON.parse(named(JSON.stringify(payload))) as object);
      const answer = await call(who, method, `${repositories}/${named(at)}`, body);
      const told = answer.body.replaceAll(name, 'KEY').replaceAll(project, 'PROJECT');
      return [answer.statusCode, told.replace(/"request_id":"[^"]*"/, '')];
    };
    for (const who of ['pia', 'dev', 'eve', 'nobody'])
      for (const asked of calls)
        for (const there of ['ale-hidden', 'hidden-files']) {
          const told = await ask(asked, there, 'ale-house', who);
          expect([who, asked, there, told]).toEqual([
            ...[who, asked, there],
            await ask(asked, 'ale-absent', 'no-house', who),
          ]);
          expect(told[0]).toBeGreaterThanOrEqual(400);
        }
    await call('admin', 'PUT', `${repositories}/hidden-all`, {
      rclass: 'virtual',
      packageType: 'npm',
      repositories: ['tea-npm'],
    });
    const used = await call('pia', 'DELETE', `${repositories}/tea-npm`);
    expect(used.body).not.toContain('hidden-all');
    for (const key of ['hidden-all', 'tea-probe', 'ale-hidden', 'hidden-files'])
      expect(await status('admin', 'DELETE', `${repositories}/${key}`)).toBe(204);
  });

  it('may explicitly turn off settings of a new repository that only administrators can turn on', async () => {
    const off = { rclass: 'local', packageType: 'generic', projectKey: 'tea', adminDeployOnly: false };
    expect(await status('pia', 'PUT', `${repositories}/tea-plain`, off)).toBe(201);
    expect(await status('pia', 'DELETE', `${repositories}/tea-plain`)).toBe(204);
  });

  it('is limited by the privileges of the project', async () => {
    await call('admin', 'PUT', `${url}/tea`, {
      admin_privileges: { manage_members: false, manage_resources: false },
    });
    expect(await status('pia', 'PUT', `${url}/tea/users/dev`, { roles: ['Viewer'] })).toBe(403);
    expect(await status('pia', 'DELETE', `${repositories}/tea-npm`)).toBe(403);
    const more = await call('pia', 'PUT', `${url}/tea`, { admin_privileges: { manage_members: true } });
    expect(more.statusCode).toBe(403);
    await call('admin', 'PUT', `${url}/tea`, {
      admin_privileges: { manage_members: true, manage_resources: true },
    });
  });

  it('has no project permissions with a token of limited scope', async () => {
    const { accessToken } = await withStorage(platform.storage, () =>
      issueToken({ userName: 'pia', scope: 'repository:tea-npm:read,deploy', expiresIn: 3600 }),
    );
    auth.token = `Bearer ${accessToken}`;
    expect(await status('token', 'GET', `${url}/tea`)).toBe(403);
    expect((await call('token', 'GET', url)).json()).toEqual([]);
    expect(await status('token', 'GET', `${repositories}/tea-npm`)).toBe(200);
    expect(await status('token', 'GET', `${repositories}/tea-files`)).toBe(403);
  });
});

describe('environments', () => {
  it('are DEV and PROD, and those added by an administrator', async () => {
    const at = '/access/api/v1/environments';
    expect((await call('eve', 'GET', at)).json()).toEqual([{ name: 'DEV' }, { name: 'PROD' }]);
    expect(await status('admin', 'POST', at, { name: 'QA' })).toBe(201);
    expect(await status('admin', 'POST', at, { name: 'QA' })).toBe(409);
    expect(await status('admin', 'POST', at, { name: 'Q A' })).toBe(400);
    expect((await call('admin', 'DELETE', `${at}/DEV`)).json().errors[0].message).toContain('tea-files');
    expect(await status('admin', 'DELETE', `${at}/QA`)).toBe(204);
    expect(await status('admin', 'DELETE', `${at}/QA`)).toBe(404);
  });
});

describe('selecting a project [shell-03]', () => {
  const choices = async (who: string, query = '') =>
    (await call(who, 'GET', `/ui/api/v1/access/projects${query}`)).json<ProjectChoices>();

  it("offers the caller's projects, and marks those that the caller administers", async () => {
    const tea = { key: 'tea', name: 'Tea room' };
    const one = { total: 1, mayCreate: false };
    expect(await choices('pia')).toEqual({ projects: [{ ...tea, administers: true }], ...one });
    expect(await choices('dev')).toEqual({ projects: [{ ...tea, administers: false }], ...one });
    expect(await choices('eve')).toEqual({ projects: [], total: 0, mayCreate: false });
    expect((await choices('admin')).mayCreate).toBe(true);
    expect(await status('nobody', 'GET', '/ui/api/v1/access/projects')).toBe(401);
  });

  it('returns a project by its key, and reveals nothing about others', async () => {
    const at = '/ui/api/v1/access/projects';
    expect((await call('pia', 'GET', `${at}/tea`)).json()).toEqual({
      key: 'tea',
      name: 'Tea room',
      administers: true,
    });
    const others = await call('eve', 'GET', `${at}/tea`);
    const none = await call('admin', 'GET', `${at}/none`);
    expect([others.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(others.json().errors[0].message).toBe('Project tea not found');
    expect(await status('nobody', 'GET', `${at}/tea`)).toBe(401);
  });

  it('searches 10,000', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`insert into projects (project_key, display_name, admin_privileges)
        select 'many-' || n, 'One of many ' || n, '{}' from generate_series(1, 10000) n`),
    );
    const found = await choices('admin', '?search=MANY%2099&limit=5');
    expect(found.total).toBe(111);
    expect(found.projects).toHaveLength(5);
    expect((await choices('admin')).projects).toHaveLength(100);
    expect((await choices('admin', '?search=al_')).total).toBe(0);
  });

  it('returns all of them page by page, each once, sorted by name', async () => {
    const names: string[] = [];
    let pages = 0;
    for (let after: string | undefined = ''; after !== undefined; pages++) {
      const next: ProjectChoices = await choices('admin', `?limit=1000${after && `&after=${after}`}`);
      names.push(...next.projects.map(({ name }) => name));
      after = next.next;
    }
    expect(pages).toBe(11);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(10_002);
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ name: string }>(
        sql`select display_name as name from projects order by lower(display_name), project_key`,
      ),
    );
    expect(names).toEqual(rows.map(({ name }) => name));
  });

  it.each(['made-up', 'e30', '!'])('rejects the cursor %s', async (after) => {
    const answer = await call('admin', 'GET', `/ui/api/v1/access/projects?after=${after}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].code).toBe('BAD_CURSOR');
  });
});
