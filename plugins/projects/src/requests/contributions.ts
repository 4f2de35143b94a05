import { type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { REQUESTS } from './paths.ts';

export const title = message('projects.requests.title', 'Access requests');

export const requestRoutes: readonly RouteContribution[] = [
  {
    path: REQUESTS,
    name: 'projects.requests',
    title,
    requires: { role: 'projectAdmin' },
    screen: () => import('./RequestsPage.tsx').then(({ RequestsPage }) => RequestsPage),
  },
];

export const requestMenu: readonly MenuItemContribution[] = [
  {
    ...{ sidebar: 'administration', path: REQUESTS, label: title, icon: 'lock', order: 16 },
    ...{ group: message('admin.menu.people', 'Users and permissions'), requires: { role: 'admin' } },
  },
  {
    ...{ sidebar: 'project', path: REQUESTS, label: title, icon: 'lock', order: 3 },
    requires: { role: 'projectAdmin', project: 'one' },
  },
];
