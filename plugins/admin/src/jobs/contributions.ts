import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { JOBS } from '../paths.ts';
import { messages } from './messages.ts';

const requires = { role: 'admin' } as const;

export const jobRoutes: readonly RouteContribution[] = [
  {
    path: JOBS,
    name: 'admin.monitoring.jobs',
    title: messages.title,
    requires,
    screen: () => import('./JobsPage.tsx').then(({ JobsPage }) => JobsPage),
  },
];

export const jobMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: JOBS,
    label: messages.title,
    icon: 'history',
    order: 45,
    group: monitoring,
    requires,
  },
];
