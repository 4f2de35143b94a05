import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { PLUGINS } from '../paths.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const pluginRoutes: readonly RouteContribution[] = [
  {
    // One route for all of its pages: each one would be in the manifest that every page loads.
    path: `${PLUGINS}/:part?/:plugin?/:backend?`,
    name: 'admin.configuration.plugins',
    title,
    requires,
    screen: () => import('./PluginPages.tsx').then(({ PluginPages }) => PluginPages),
  },
];

export const pluginMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: PLUGINS,
    label: title,
    icon: 'plug',
    order: 31,
    group: configuration,
    requires,
  },
];
