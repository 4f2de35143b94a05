import { definePlugin, message, type Requirement } from '@lading/contract';
import { messages as applications } from './applications/messages.ts';
import { messages } from './cards/messages.ts';
import { messages as ci } from './ci/messages.ts';
import { APPLICATIONS, AUTHORIZE, CI, GIT_SCANNING, INTEGRATIONS } from './paths.ts';
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
    {
      path: CI,
      name: 'admin.configuration.ci',
      title: ci.title,
      requires: admin,
      screen: () => import('./ci/ProviderListPage.tsx').then(({ ProviderListPage }) => ProviderListPage),
    },
    {
      path: `${CI}/new`,
      name: 'admin.configuration.ci.new',
      title: ci.create,
      requires: admin,
      screen: () => import('./ci/ProviderFormPage.tsx').then(({ ProviderFormPage }) => ProviderFormPage),
    },
    {
      path: `${CI}/:provider`,
      name: 'admin.configuration.ci.provider',
      title: ci.title,
      requires: admin,
      screen: () => import('./ci/ProviderPage.tsx').then(({ ProviderPage }) => ProviderPage),
    },
    {
      path: `${CI}/:provider/edit`,
      name: 'admin.configuration.ci.edit',
      title: ci.editProvider,
      requires: admin,
      screen: () => import('./ci/ProviderFormPage.tsx').then(({ ProviderFormPage }) => ProviderFormPage),
    },
    {
      path: `${CI}/:provider/mappings/new`,
      name: 'admin.configuration.ci.mappings.new',
      title: ci.newMapping,
      requires: admin,
      screen: () => import('./ci/MappingFormPage.tsx').then(({ MappingFormPage }) => MappingFormPage),
    },
    {
      path: `${CI}/:provider/mappings/:mapping`,
      name: 'admin.configuration.ci.mapping',
      title: ci.mappings,
      requires: admin,
      screen: () => import('./ci/MappingFormPage.tsx').then(({ MappingFormPage }) => MappingFormPage),
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
    {
      sidebar: 'administration',
      path: CI,
      label: ci.title,
      icon: 'history',
      order: 33,
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
