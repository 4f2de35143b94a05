import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { HTTP_SETTINGS } from '../paths.ts';
import { messages } from './messages.ts';

const requires = { role: 'admin' } as const;

export const httpRoute: RouteContribution = {
  path: HTTP_SETTINGS,
  name: 'admin.artifactory.http_settings',
  title: messages.title,
  requires,
  screen: () => import('./HttpSettingsPage.tsx').then(({ HttpSettingsPage }) => HttpSettingsPage),
};

export const httpMenu: MenuItemContribution = {
  sidebar: 'administration',
  path: HTTP_SETTINGS,
  label: messages.title,
  icon: 'globe',
  order: 34,
  group: configuration,
  requires,
};
