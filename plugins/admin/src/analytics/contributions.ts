import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { ANALYTICS } from '../paths.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const analyticsRoute: RouteContribution = {
  path: ANALYTICS,
  name: 'admin.monitoring.analytics',
  title,
  requires,
  screen: () => import('./AnalyticsPage.tsx').then(({ AnalyticsPage }) => AnalyticsPage),
};

export const analyticsMenu: MenuItemContribution = {
  ...{ sidebar: 'administration', path: ANALYTICS, label: title, icon: 'history', order: 49 },
  group: monitoring,
  requires,
};
