import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { BACKUPS } from '../paths.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const backupRoutes: readonly RouteContribution[] = [
  {
    path: BACKUPS,
    name: 'admin.monitoring.backups',
    title,
    requires,
    screen: () => import('./BackupsPage.tsx').then(({ BackupsPage }) => BackupsPage),
  },
];

export const backupMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: BACKUPS,
    label: title,
    icon: 'download',
    order: 47,
    group: monitoring,
    requires,
  },
];
