import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import type { Action, Caller, Target } from './Caller.ts';
import { allows, allowsEverywhere, anonymous, authorize, rightsOf } from './gateway.ts';
import { createGroup } from './groups/groups.ts';
import { placeOfRepository } from './projects/repositoryProjects.ts';
import { createUser } from './users.ts';

const user = (userName: string, more: Partial<Caller> = {}): Caller => ({
  kind: 'user',
  userName,
  admin: false,
  via: 'basic',
  groups: ['readers'],
  ...more,
});
const everyAction: Action[] = ['read', 'deploy', 'delete', 'annotate', 'manage', 'admin'];

describe('the gateway', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
    await withStorage(platform.storage, async () => {
      for (const name of ['rosa', 'ida']) await createUser(name, { password: 'an old tune of the sea' });
      await createGroup('builders', {});
    });
    const grant = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'builders',
        resources: {
          artifact: {
            actions: { users: { rosa: ['WRITE', 'DELETE'] }, groups: { builders: ['WRITE'] } },
            targets: {
              'npm-local': {
                include_patterns: ['@team/**', 'tools/*'],
                exclude_patterns: ['@team/secret/**'],
              },
              'plugins-local': {},
            },
          },
        },
      },
    });
    expect(grant.statusCode).toBe(201);
    const artifact = { actions: { users: { ida: ['WRITE'] }, groups: {} }, targets: { ANY: {} } };
    const everywhere = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: { name: 'everywhere', resources: { artifact } },
    });
    expect(everywhere.statusCode).toBe(201);
  });
  afterAll(() => platform.close());

  it('lists users by permission and place', async () => {
    const { permissions } = (
      await platform.app.inject({
        url: '/access/api/v2/permissions',
        headers: { authorization: platform.adminAuth },
      })
    ).json();
    expect(permissions).toContainEqual({
      name: 'builders',
      uri: '/access/api/v2/permissions/builders',
      repositories: ['npm-local', 'plugins-local'],
      builds: false,
      users: ['rosa'],
      groups: ['builders'],
    });
  });

  it('rejects a misspelled field of a target, which would grant the whole repository', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'misspelled',
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_paterns: ['tools/*'] } },
          },
        },
      },
    });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining('unknown field: include_paterns'),
    ]);
  });

  const allowed = async (caller: Caller, target: Target) => {
    const answers = await withStorage(platform.storage, () =>
      Promise.all(everyAction.map((action) => allows(caller, action, target))),
    );
    return everyAction.filter((_action, at) => answers[at]);
  };

  it('allows administrators everything', async () => {
    expect(await allowed(user('admin', { admin: true }), 'system')).toEqual(everyAction);
    expect(await allowed(user('admin', { admin: true }), { repo: 'plugins-local' })).toEqual(everyAction);
  });

  it('decides for a list of repositories as for each of them', async () => {
    const callers = [
      user('admin', { admin: true }),
      user('rosa'),
      user('karl', { groups: ['builders'] }),
      user('nobody', { groups: [] }),
      user('rosa', { via: 'token', scopes: ['repository:npm-local:deploy'] }),
      anonymous(true),
    ];
    const actions = ['read', 'deploy', 'delete', 'annotate', 'manage'] as const;
    const answers = await withStorage(platform.storage, async () => {
      const found: { asked: string; list: boolean[]; each: boolean[] }[] = [];
      for (const caller of callers) {
        for (const action of actions) {
          const rights = await rightsOf(caller, action);
          for (const key of ['npm-local', 'plugins-local', 'generic-local', 'constructor']) {
            const place = await placeOfRepository(key);
            found.push({
              asked: `${caller.userName} ${action} ${key}`,
              list: [rights.somewhere(place), rights.everywhere(place)],
              each: [
                await allows(caller, action, { repo: key }),
                await allowsEverywhere(caller, action, key),
              ],
            });
          }
        }
      }
      return found;
    });
    expect(answers.map(({ list }) => list)).toEqual(answers.map(({ each }) => each));
    expect(answers.filter(({ list: [somewhere] }) => somewhere).length).toBeGreaterThan(10);
    expect(answers.filter(({ list: [somewhere, all] }) => somewhere && !all).length).toBeGreaterThan(0);
  });

  it('ignores names of built-in object properties', async () => {
    expect(await allowed(user('constructor', { groups: ['constructor'] }), { repo: 'npm-local' })).toEqual(
      [],
    );
    expect(await allowed(user('rosa', { groups: [] }), { repo: 'constructor' })).toEqual([]);
  });

  it('allows users to read only', async () => {
    expect(await allowed(user('karl'), { repo: 'npm-local', path: 'x/y' })).toEqual(['read']);
    expect(await allowed(user('karl'), 'system')).toEqual([]);
    expect(await allowed(user('karl', { groups: [] }), { repo: 'npm-local' })).toEqual([]);
  });

  it('denies anonymous users, unless the setting allows them', async () => {
    expect(await allowed(anonymous(false), { repo: 'npm-local' })).toEqual([]);
    expect(await allowed(anonymous(true), { repo: 'npm-local' })).toEqual(['read']);
  });

  it('grants by user, group, and pattern', async () => {
    const rosa = user('rosa');
    const builder = user('karl', { groups: ['builders'] });
    expect(await allowed(rosa, { repo: 'npm-local', path: '@team/a/b.tgz' })).toEqual([
      'read',
      'deploy',
      'delete',
    ]);
    expect(await allowed(rosa, { repo: 'npm-local', path: '@team/secret/b.tgz' })).toEqual(['read']);
    expect(await allowed(rosa, { repo: 'npm-local', path: 'tools/a/b.tgz' })).toEqual(['read']);
    expect(await allowed(builder, { repo: 'npm-local', path: 'tools/b.tgz' })).toEqual(['deploy']);
    expect(await allowed(rosa, { repo: 'generic-local', path: '@team/a' })).toEqual(['read']);
  });

  it('lets permissions that name plugins-local publish plugins, and nothing else', async () => {
    const plugins = (path?: string) => ({ repo: 'plugins-local', ...(path ? { path } : {}) });
    expect(await allowed(user('rosa'), plugins('lading-plugin-tide/-/x.tgz'))).toEqual(['read', 'deploy']);
    expect(await allowed(user('rosa'), plugins('@lading/plugin-auth/-/x.tgz'))).toEqual(['read']);
    expect(await allowed(user('rosa'), plugins('@Lading/plugin-auth/-/x.tgz'))).toEqual(['read']);
    const everywhere = await withStorage(platform.storage, () =>
      allowsEverywhere(user('rosa'), 'deploy', 'plugins-local'),
    );
    expect(everywhere).toBe(false);
    expect(await allowed(user('karl'), plugins('lading-plugin-tide/-/x.tgz'))).toEqual(['read']);
  });

  it('does not let permissions on all repositories publish plugins', async () => {
    expect(await allowed(user('ida'), { repo: 'npm-local', path: 'x' })).toEqual(['read', 'deploy']);
    expect(await allowed(user('ida'), { repo: 'plugins-local', path: 'x' })).toEqual(['read']);
    expect(await allowed(user('ida'), { repo: 'plugins-local' })).toEqual(['read']);
  });

  it("limits a token to its scope and to its user's permissions", async () => {
    const scoped = (name: string, scope: string, admin = false) =>
      user(name, { via: 'token', scopes: [scope], admin });
    const target = { repo: 'npm-local', path: '@team/a' };
    expect(await allowed(scoped('admin', 'repository:*:read', true), target)).toEqual(['read']);
    expect(await allowed(scoped('admin', 'repository:docker-local:read', true), target)).toEqual([]);
    expect(await allowed(scoped('karl', 'repository:npm-local:read,deploy'), target)).toEqual(['read']);
    expect(await allowed(scoped('admin', 'repository:*:manage', true), 'system')).toEqual([]);
    expect(await allowed(scoped('admin', 'applied-permissions/user', true), 'system')).toEqual(everyAction);
  });

  it('reports the denied permission, with 401 before sign-in and 403 after', async () => {
    const ask = (caller: Caller) =>
      withStorage(platform.storage, () => authorize(caller, 'deploy', { repo: 'generic-local', path: 'x' }));
    await expect(ask(anonymous(false))).rejects.toMatchObject({ status: 401 });
    await expect(ask(user('karl'))).rejects.toMatchObject({
      status: 403,
      message: 'User karl has no deploy permission on repository generic-local',
    });
  });
});
