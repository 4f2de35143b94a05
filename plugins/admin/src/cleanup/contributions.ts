import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { CLEANUP } from '../paths.ts';
import { cleanupTitle as title } from './titles.ts';

const requires = { role: 'admin' } as const;
const page = () => import('./PolicyPage.tsx').then(({ PolicyPage }) => PolicyPage);

export const cleanupRoutes: readonly RouteContribution[] = [
  {
    path: CLEANUP,
    name: 'admin.cleanup',
    title,
    requires,
    screen: () => import('./PolicyListPage.tsx').then(({ PolicyListPage }) => PolicyListPage),
  },
  { path: `${CLEANUP}/new`, name: 'admin.cleanup.new', title, requires, screen: page },
  { path: `${CLEANUP}/edit/:policyKey`, name: 'admin.cleanup.edit', title, requires, screen: page },
];

export const cleanupMenu: MenuItemContribution = {
  ...{ sidebar: 'administration', path: CLEANUP, label: title, icon: 'remove', order: 34 },
  group: configuration,
  requires,
};
