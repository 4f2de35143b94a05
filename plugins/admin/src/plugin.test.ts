import { fakeShell, fakeUser } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import plugin from './plugin.ts';

const routes = plugin.routes ?? [];
const pathOf = (name: string) => routes.find((route) => route.name === name)?.path;

it('has the routes of the administration by their names [route-09]', () => {
  expect(
    [
      'admin.management.users',
      'admin.management.users.new',
      'admin.management.users.edit',
      'admin.management.groups',
      'admin.management.groups.new',
      'admin.management.groups.edit',
      'admin.management.permissions',
      'admin.management.permissions.create',
      'admin.management.permissions.edit',
      'admin.repositories.local',
      'admin.repositories.remote.new',
      'admin.repositories.virtual.edit',
    ].map(pathOf),
  ).toEqual([
    '/admin/management/users',
    '/admin/management/users/new',
    '/admin/management/users/edit/:name',
    '/admin/management/groups',
    '/admin/management/groups/new',
    '/admin/management/groups/edit/:name',
    '/admin/management/permissions',
    '/admin/management/permissions/create',
    '/admin/management/permissions/edit/:name',
    '/admin/repositories/local',
    '/admin/repositories/remote/new',
    '/admin/repositories/virtual/edit/:key',
  ]);
});

it('has the paths of settings, license, and monitoring [adm-01]', () => {
  expect(pathOf('admin.licenses.licenses')).toBe('/admin/license_management/licenses');
  const paths = routes.map(({ path }) => path);
  for (const path of [
    '/admin/configuration/general',
    '/admin/support-zone',
    '/admin/monitoring/service-status',
    '/admin/configuration/webhooks',
    '/admin/proxies/configuration',
  ]) {
    expect(paths).toContain(path);
  }
});

it.each([
  ['a visitor', fakeUser({ anonymous: true, admin: false })],
  ['a user', fakeUser({ admin: false })],
  ['a project’s administrator', fakeUser({ admin: false, projectAdmin: true })],
])('lets %s see nothing of it: neither pages nor items of menus [perm-01] [adm-02]', (_who, user) => {
  const shell = fakeShell();
  shell.user.current = user;
  const open = routes
    .filter(({ path }) => path.startsWith('/admin'))
    .filter(({ requires }) => shell.allows(requires));
  expect(open).toEqual([]);
  expect((plugin.menuItems ?? []).filter(({ requires }) => shell.allows(requires))).toEqual([]);
});

it('lets an administrator see all of it; new repositories and permissions need a license [perm-01] [adm-02]', () => {
  const shell = fakeShell();
  expect(routes.filter(({ requires }) => !shell.allows(requires))).toEqual([]);
  shell.license.type = undefined;
  expect(routes.filter(({ requires }) => !shell.allows(requires)).map(({ path }) => path)).toEqual([
    '/admin/management/permissions/create',
    '/admin/repositories/local/new',
    '/admin/repositories/remote/new',
    '/admin/repositories/virtual/new',
  ]);
});

it('leads to every place from a menu or from a card, but for those that other menus lead to', () => {
  const linked = new Set([
    ...(plugin.menuItems ?? []).map(({ path }) => path),
    ...(plugin.extensions?.adminCards ?? []).map(({ path }) => path),
  ]);
  const lists = ['new', 'create', 'edit', 'invite', 'import', 'settings'];
  const alone = routes
    // The page itself, without the pages below it.
    .map(({ path }) => path.replace(/(\/:\w+\?)+$/, ''))
    .filter((path) => !linked.has(path) && !lists.some((part) => path.split('/').includes(part)));
  expect(alone).toEqual([]);
});
