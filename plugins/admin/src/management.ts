import { type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { messages as groups } from './groups/messages.ts';
import {
  GROUPS,
  INVITE,
  PERMISSIONS,
  REPOSITORY_CLASSES,
  repositoriesPath,
  USER_IMPORT,
  USERS,
} from './paths.ts';
import { messages as permissions } from './permissions/messages.ts';
import { classMessages } from './repositories/classMessages.ts';
import { bulkMessages as bulk } from './users/bulkMessages.ts';
import { messages as users } from './users/messages.ts';

const admin = { role: 'admin' } as const;
/** The same texts as the menu items of the pages. */
const licensed = { role: 'admin', license: true } as const;
const repositoryPage = () =>
  import('./repositories/RepositoryPage.tsx').then(({ RepositoryPage }) => RepositoryPage);
const userPage = () => import('./users/UserPage.tsx').then(({ UserPage }) => UserPage);
const groupPage = () => import('./groups/GroupPage.tsx').then(({ GroupPage }) => GroupPage);
const permissionPage = () =>
  import('./permissions/PermissionPage.tsx').then(({ PermissionPage }) => PermissionPage);
export const people = message('admin.menu.people', 'Users and permissions');
const repositories = message('admin.menu.repositories', 'Repositories');

/**
 * Lists of users, groups, permissions, and repositories, with a page each to create and edit one.
 */
export const managementRoutes: readonly RouteContribution[] = [
  {
    path: USERS,
    name: 'admin.management.users',
    title: users.users,
    requires: admin,
    screen: () => import('./users/UserListPage.tsx').then(({ UserListPage }) => UserListPage),
  },
  {
    path: GROUPS,
    name: 'admin.management.groups',
    title: groups.groups,
    requires: admin,
    screen: () => import('./groups/GroupListPage.tsx').then(({ GroupListPage }) => GroupListPage),
  },
  {
    path: PERMISSIONS,
    name: 'admin.management.permissions',
    title: permissions.permissions,
    requires: admin,
    screen: () =>
      import('./permissions/PermissionListPage.tsx').then(({ PermissionListPage }) => PermissionListPage),
  },
  {
    path: `${USERS}/new`,
    name: 'admin.management.users.new',
    title: users.create,
    requires: admin,
    screen: userPage,
  },
  {
    path: INVITE,
    name: 'admin.management.users.invite',
    title: users.invite,
    requires: admin,
    screen: () => import('./users/InvitePage.tsx').then(({ InvitePage }) => InvitePage),
  },
  {
    path: USER_IMPORT,
    name: 'admin.management.users.import',
    title: bulk.import,
    requires: admin,
    screen: () => import('./users/ImportPage.tsx').then(({ ImportPage }) => ImportPage),
  },
  {
    path: `${USERS}/edit/:name`,
    name: 'admin.management.users.edit',
    title: users.users,
    requires: admin,
    screen: userPage,
  },
  {
    path: `${GROUPS}/new`,
    name: 'admin.management.groups.new',
    title: groups.create,
    requires: admin,
    screen: groupPage,
  },
  {
    path: `${GROUPS}/edit/:name`,
    name: 'admin.management.groups.edit',
    title: groups.groups,
    requires: admin,
    screen: groupPage,
  },
  {
    path: `${PERMISSIONS}/create`,
    name: 'admin.management.permissions.create',
    title: permissions.create,
    requires: licensed,
    screen: permissionPage,
  },
  {
    path: `${PERMISSIONS}/edit/:name`,
    name: 'admin.management.permissions.edit',
    title: permissions.permissions,
    requires: admin,
    screen: permissionPage,
  },
  ...REPOSITORY_CLASSES.flatMap((type): RouteContribution[] => [
    {
      path: repositoriesPath(type),
      name: `admin.repositories.${type}`,
      title: classMessages[type].heading,
      requires: admin,
      screen: () =>
        import('./repositories/RepositoryListPage.tsx').then(({ RepositoryListPage }) => RepositoryListPage),
    },
    {
      path: `${repositoriesPath(type)}/new`,
      name: `admin.repositories.${type}.new`,
      title: classMessages[type].create,
      requires: licensed,
      screen: repositoryPage,
    },
    {
      path: `${repositoriesPath(type)}/edit/:key`,
      name: `admin.repositories.${type}.edit`,
      title: classMessages[type].heading,
      requires: admin,
      screen: repositoryPage,
    },
  ]),
];

const item = (
  path: string,
  label: MenuItemContribution['label'],
  icon: string,
  order: number,
  group: MenuItemContribution['group'],
): MenuItemContribution => ({
  sidebar: 'administration',
  path,
  label,
  icon,
  order,
  ...(group ? { group } : {}),
  requires: admin,
});

export const managementMenu: readonly MenuItemContribution[] = [
  item(USERS, users.users, 'person', 10, people),
  item(GROUPS, groups.groups, 'people', 11, people),
  item(PERMISSIONS, permissions.permissions, 'key', 12, people),
  ...REPOSITORY_CLASSES.map((type, at) =>
    item(repositoriesPath(type), classMessages[type].heading, 'database', 20 + at, repositories),
  ),
];
