import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { STORAGE } from '../paths.ts';
import { storageTitle } from './titles.ts';

const requires = { role: 'admin' } as const;

export const storageRoutes: readonly RouteContribution[] = [
  {
    path: STORAGE,
    name: 'admin.monitoring.storage',
    title: storageTitle,
    requires,
    screen: () => import('./StoragePage.tsx').then(({ StoragePage }) => StoragePage),
  },
];

export const storageMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: STORAGE,
    label: storageTitle,
    icon: 'database',
    order: 46,
    group: monitoring,
    requires,
  },
];
