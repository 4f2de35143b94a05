import { type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { messages as groups } from './groups/messages.ts';
import { GROUPS, PERMISSIONS, REPOSITORY_CLASSES, repositoriesPath, USERS } from './paths.ts';
import { messages as permissions } from './permissions/messages.ts';
import { classMessages } from './repositories/classMessages.ts';
import { messages as users } from './users/messages.ts';

const admin = { role: 'admin' } as const;
const people = message('admin.menu.people', 'Users and permissions');
const repositories = message('admin.menu.repositories', 'Repositories');

/** Users, groups, permissions and repositories: their lists. */
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
  ...REPOSITORY_CLASSES.map(
    (type): RouteContribution => ({
      path: repositoriesPath(type),
      name: `admin.repositories.${type}`,
      title: classMessages[type].heading,
      requires: admin,
      screen: () =>
        import('./repositories/RepositoryListPage.tsx').then(({ RepositoryListPage }) => RepositoryListPage),
    }),
  ),
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
