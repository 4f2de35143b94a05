import { definePlugin, type Requirement } from '@lading/contract';
import { messages } from './cards/messages.ts';
import { GIT_SCANNING, INTEGRATIONS } from './paths.ts';
import { messages as scanning } from './scanning/messages.ts';

/** As the calls of Git servers. */
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
  ],
  menuItems: [{ sidebar: 'application', path: INTEGRATIONS, label: messages.title, icon: 'plug', order: 70 }],
  extensions: {
    catalogues: [{ language: 'pl', texts: () => import('./catalogues/pl.ts').then(({ texts }) => texts) }],
  },
});
