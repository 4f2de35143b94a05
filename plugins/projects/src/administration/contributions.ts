import { type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { PROJECTS } from './paths.ts';
import { create, title } from './titles.ts';

const requires = { role: 'admin' } as const;
const projectPage = () => import('./ProjectPage.tsx').then(({ ProjectPage }) => ProjectPage);

export const administrationRoutes: readonly RouteContribution[] = [
  {
    path: PROJECTS,
    name: 'admin.management.projects',
    title,
    requires,
    screen: () => import('./ProjectListPage.tsx').then(({ ProjectListPage }) => ProjectListPage),
  },
  {
    path: `${PROJECTS}/new`,
    name: 'admin.management.projects.new',
    title: create,
    requires,
    screen: projectPage,
  },
  {
    path: `${PROJECTS}/edit/:key`,
    name: 'admin.management.projects.edit',
    title,
    requires,
    screen: projectPage,
  },
  {
    path: `${PROJECTS}/members/:key`,
    name: 'admin.management.projects.members',
    title,
    requires,
    screen: () => import('./ProjectMembersPage.tsx').then(({ ProjectMembersPage }) => ProjectMembersPage),
  },
];

export const administrationMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: PROJECTS,
    label: title,
    icon: 'folder',
    order: 15,
    group: message('admin.menu.people', 'Users and permissions'),
    requires,
  },
];
