import { definePlugin, message, type Requirement } from '@lading/contract';
import { messages as applications } from './applications/messages.ts';
import { messages } from './cards/messages.ts';
import { APPLICATIONS, AUTHORIZE, GIT_SCANNING, INTEGRATIONS } from './paths.ts';
import { messages as scanning } from './scanning/messages.ts';

const admin: Requirement = { role: 'admin' };
/** Same requirement as the Git integration API. */
const git: Requirement = { role: 'admin', features: ['COMMON.XRAY_GIT_REPO_SCANNING'] };

export default definePlugin({
  name: 'integrations',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: INTEGRATIONS,
      name: 'integrations.main',
      title: messages.title,
      screen: () => import('./cards/IntegrationsPage.tsx').then(({ IntegrationsPage }) => IntegrationsPage),
    },
    {
      path: GIT_SCANNING,
      name: 'integrations.gitScanning',
      title: scanning.title,
      requires: git,
      screen: () => import('./scanning/GitScanningPage.tsx').then(({ GitScanningPage }) => GitScanningPage),
    },
    {
      path: `${INTEGRATIONS}/:vendorName`,
      name: 'integrations.vendor.list',
      title: messages.title,
      requires: git,
      screen: () => import('./vendor/VendorPage.tsx').then(({ VendorPage }) => VendorPage),
    },
    {
      path: AUTHORIZE,
      name: 'integrations.authorize',
      title: applications.authorize,
      screen: () => import('./applications/AuthorizePage.tsx').then(({ AuthorizePage }) => AuthorizePage),
    },
    {
      path: APPLICATIONS,
      name: 'admin.configuration.integrations',
      title: applications.title,
      requires: admin,
      screen: () =>
        import('./applications/ApplicationListPage.tsx').then(
          ({ ApplicationListPage }) => ApplicationListPage,
        ),
    },
    {
      path: `${APPLICATIONS}/new`,
      name: 'admin.configuration.integrations.new',
      title: applications.create,
      requires: admin,
      screen: () =>
        import('./applications/NewApplicationPage.tsx').then(({ NewApplicationPage }) => NewApplicationPage),
    },
  ],
  menuItems: [
    { sidebar: 'application', path: INTEGRATIONS, label: messages.title, icon: 'plug', order: 70 },
    {
      sidebar: 'administration',
      path: APPLICATIONS,
      label: messages.title,
      icon: 'plug',
      order: 32,
      group: message('admin.menu.configuration', 'Configuration'),
      requires: admin,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
