import { definePlugin, message } from '@lading/contract';
import { messages as advanced } from './advanced/messages.ts';
import { analyticsMenu, analyticsRoute } from './analytics/contributions.ts';
import { backupMenu, backupRoutes } from './backups/contributions.ts';
import { cleanupMenu, cleanupRoutes } from './cleanup/contributions.ts';
import { rightsMenu, rightsRoutes } from './effective/contributions.ts';
import { generalPages } from './general/generalPages.ts';
import { messages as general } from './general/messages.ts';
import { httpMenu, httpRoute } from './httpSettings/contributions.ts';
import { jobMenu, jobRoutes } from './jobs/contributions.ts';
import { messages as license } from './license/messages.ts';
import { managementMenu, managementRoutes } from './management.ts';
import { configuration, missingCards, missingRoutes, monitoring } from './missing/places.ts';
import { ADVANCED, GENERAL, LICENSES, STATUS } from './paths.ts';
import { pluginHealthMenu, pluginHealthRoute } from './pluginHealth/contributions.ts';
import { pluginMenu, pluginRoutes } from './plugins/contributions.ts';
import { proxyMenu, proxyRoutes } from './proxies/contributions.ts';
import { title as statusTitle } from './status/title.ts';
import { storageMenu, storageRoutes } from './storage/contributions.ts';
import { supportMenu, supportRoutes } from './support/contributions.ts';
import { webhookMenu, webhookRoutes } from './webhooks/routes.ts';

/** The shell's own page. */
const diagnostics = message('admin.menu.diagnostics', 'Diagnostics');
const admin = { role: 'admin' } as const;

export default definePlugin({
  name: 'admin',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    ...managementRoutes,
    ...rightsRoutes,
    {
      path: ADVANCED,
      name: 'admin.artifactory.list',
      title: advanced.title,
      requires: admin,
      screen: () =>
        import('./advanced/AdvancedMenuPage.tsx').then(({ AdvancedMenuPage }) => AdvancedMenuPage),
    },
    {
      path: LICENSES,
      name: 'admin.licenses.licenses',
      title: license.title,
      requires: admin,
      screen: () => import('./license/LicensePage.tsx').then(({ LicensePage }) => LicensePage),
    },
    {
      path: GENERAL,
      name: 'admin.configuration.general',
      title: general.title,
      requires: admin,
      pages: async () => generalPages,
      screen: () => import('./general/GeneralPage.tsx').then(({ GeneralPage }) => GeneralPage),
    },
    ...proxyRoutes,
    ...pluginRoutes,
    httpRoute,
    {
      path: STATUS,
      name: 'admin.monitoring.serviceStatus',
      title: statusTitle,
      requires: admin,
      screen: () =>
        import('./status/ServiceStatusPage.tsx').then(({ ServiceStatusPage }) => ServiceStatusPage),
    },
    ...supportRoutes,
    ...jobRoutes,
    pluginHealthRoute,
    analyticsRoute,
    ...storageRoutes,
    ...backupRoutes,
    ...cleanupRoutes,
    ...webhookRoutes,
    ...missingRoutes,
  ],
  menuItems: [
    {
      sidebar: 'administration',
      path: ADVANCED,
      label: advanced.title,
      icon: 'more',
      order: 5,
      requires: admin,
    },
    ...managementMenu,
    ...rightsMenu,
    ...proxyMenu,
    ...pluginMenu,
    webhookMenu,
    httpMenu,
    {
      sidebar: 'administration',
      path: GENERAL,
      label: general.title,
      icon: 'settings',
      order: 30,
      group: configuration,
      requires: admin,
    },
    {
      sidebar: 'administration',
      path: STATUS,
      label: statusTitle,
      icon: 'checkCircle',
      order: 40,
      group: monitoring,
      requires: admin,
    },
    ...supportMenu,
    ...jobMenu,
    pluginHealthMenu,
    analyticsMenu,
    ...storageMenu,
    ...backupMenu,
    cleanupMenu,
    {
      sidebar: 'administration',
      path: '/diagnostics',
      label: diagnostics,
      icon: 'warning',
      order: 44,
      group: monitoring,
      requires: admin,
    },
    {
      sidebar: 'administration',
      path: LICENSES,
      label: license.title,
      icon: 'tag',
      order: 35,
      group: configuration,
      requires: admin,
    },
  ],
  extensions: {
    adminCards: [...missingCards],
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
