import { definePlugin, message, type Requirement } from '@lading/contract';
import { BUNDLES, CONDITIONS, EDGES, LEGACY, PDN, PDN_TEASER, TAB, TEASER, VERSION } from './addresses.ts';
import { pdnTeaserTitle, pdnTitle } from './pdn/title.ts';

const title = message('bundles.title', 'Release bundles');
const edges = message('edges.title', 'Edges');
const conditions = message('bundles.conditions.title', 'Promotion conditions');
const withBundles: Requirement = { services: ['distribution'], entitlements: ['release_bundles'] };

export default definePlugin({
  name: 'distribution',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: TAB,
      name: 'bundles.list',
      title,
      screen: () => import('./routes/pages.ts').then(({ BundlesPage }) => BundlesPage),
    },
    {
      path: VERSION,
      name: 'bundles.version',
      title,
      requires: withBundles,
      screen: () => import('./routes/pages.ts').then(({ BundlePage }) => BundlePage),
    },
    {
      path: EDGES,
      name: 'bundles.edges',
      title: edges,
      requires: { role: 'admin', services: ['distribution'] },
      screen: () => import('./routes/pages.ts').then(({ EdgesPage }) => EdgesPage),
    },
    {
      path: PDN,
      name: 'admin.monitoring.pdn',
      title: pdnTitle,
      requires: { role: 'admin' },
      screen: () => import('./routes/pages.ts').then(({ PdnPage }) => PdnPage),
    },
    {
      path: PDN_TEASER,
      name: 'admin.pdnTeaser',
      title: pdnTeaserTitle,
      requires: { role: 'admin' },
      screen: () => import('./routes/pages.ts').then(({ PdnTeaserPage }) => PdnTeaserPage),
    },
    {
      path: CONDITIONS,
      name: 'bundles.conditions',
      title: conditions,
      requires: { ...withBundles, role: 'admin' },
      screen: () => import('./routes/pages.ts').then(({ ConditionsPage }) => ConditionsPage),
    },
    {
      path: LEGACY,
      name: 'bundles.legacy',
      title,
      screen: () => import('./routes/pages.ts').then(({ LegacyBundles }) => LegacyBundles),
    },
    {
      path: TEASER,
      name: 'bundles.teaser',
      title,
      screen: () => import('./routes/pages.ts').then(({ TeaserPage }) => TeaserPage),
    },
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: BUNDLES,
      label: title,
      icon: 'tag',
      order: 35,
      requires: withBundles,
    },
    {
      sidebar: 'administration',
      group: message('admin.menu.monitoring', 'Monitoring'),
      path: PDN,
      label: pdnTitle,
      icon: 'download',
      order: 42,
      requires: { role: 'admin' },
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    adminCards: [
      { id: 'bundles.teaser', group: message('admin.menu.services', 'Services'), label: title, path: TEASER },
      {
        id: 'admin.pdnTeaser',
        group: message('admin.menu.services', 'Services'),
        label: pdnTeaserTitle,
        path: PDN_TEASER,
      },
      { id: 'edges', group: message('admin.menu.services', 'Services'), label: edges, path: EDGES },
      {
        id: 'bundles.conditions',
        group: message('admin.menu.services', 'Services'),
        label: conditions,
        path: CONDITIONS,
      },
    ],
    packageTabs: [
      {
        id: 'bundles',
        label: title,
        order: 70,
        requires: withBundles,
        tab: () => import('./contained/ContainingTab.tsx').then(({ ContainingTab }) => ContainingTab),
      },
    ],
  },
});
