import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { monitoring } from '../missing/places.ts';
import { PLUGIN_HEALTH } from '../paths.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const pluginHealthRoute: RouteContribution = {
  path: PLUGIN_HEALTH,
  name: 'admin.monitoring.pluginHealth',
  title,
  requires,
  screen: () => import('./PluginHealthPage.tsx').then(({ PluginHealthPage }) => PluginHealthPage),
};

export const pluginHealthMenu: MenuItemContribution = {
  sidebar: 'administration',
  path: PLUGIN_HEALTH,
  label: title,
  icon: 'history',
  order: 48,
  group: monitoring,
  requires,
};
