import { type AheadRequest, definePlugin, message, type Requirement } from '@lading/contract';
import { adminPaths } from './adminPaths.ts';
import { DOWNLOADED, packagesRequest, RECENT, VULNERABLE } from './packages/packagesCall.ts';
import { NEW, ROWS, SEVERITIES } from './vulnerabilities/calls.ts';

const title = message('insight.title', 'Dashboard');
const anyone: Requirement = { role: 'anyone' };

/**
 * Of all widgets, without a selected project. Those that take the server longest are first, because
 * a browser sends only six at a time.
 */
const ahead: readonly AheadRequest[] = [
  packagesRequest(VULNERABLE),
  { method: 'POST', path: SEVERITIES, body: {} },
  { path: `${NEW}?limit=${ROWS}` },
  ...[RECENT, DOWNLOADED].map((wanted) => packagesRequest(wanted)),
  { path: '/ui/api/v1/ui/v1/native/downloads/total?days=30' },
  { path: '/ui/api/v1/ui/stars' },
  ...Object.values(adminPaths).map((path) => ({ path, admin: true })),
];

export default definePlugin({
  name: 'insight',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/insight',
      name: 'insight.dashboard',
      title: title,
      requires: anyone,
      ahead,
      screen: () => import('./dashboard/DashboardPage.tsx').then(({ DashboardPage }) => DashboardPage),
    },
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: '/insight',
      label: title,
      icon: 'home',
      order: 5,
      requires: anyone,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
