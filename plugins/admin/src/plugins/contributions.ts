import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { PLUGIN_POLICY, PLUGINS } from '../paths.ts';
import { title as backendTitle } from '../pluginBackends/title.ts';
import { title as policyTitle } from '../pluginPolicy/title.ts';
import { title } from './title.ts';

const requires = { role: 'admin' } as const;

export const pluginRoutes: readonly RouteContribution[] = [
  {
    path: PLUGINS,
    name: 'admin.configuration.plugins',
    title,
    requires,
    screen: () => import('./PluginsPage.tsx').then(({ PluginsPage }) => PluginsPage),
  },
  {
    path: PLUGIN_POLICY,
    name: 'admin.configuration.plugins.policy',
    title: policyTitle,
    requires,
    screen: () => import('../pluginPolicy/PolicyPage.tsx').then(({ PolicyPage }) => PolicyPage),
  },
  {
    path: `${PLUGINS}/backends/:plugin/:backend`,
    name: 'admin.configuration.plugins.backend',
    title: backendTitle,
    requires,
    screen: () => import('../pluginBackends/BackendPage.tsx').then(({ BackendPage }) => BackendPage),
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
