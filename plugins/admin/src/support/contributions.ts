import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { SUPPORT } from '../paths.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const supportRoutes: readonly RouteContribution[] = [
  {
    path: SUPPORT,
    name: 'admin.supportZone',
    title,
    requires,
    screen: () => import('./SupportPage.tsx').then(({ SupportPage }) => SupportPage),
  },
];

export const supportMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: SUPPORT,
    label: title,
    icon: 'help',
    order: 43,
    group: monitoring,
    requires,
  },
];
