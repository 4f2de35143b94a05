import { definePlugin, message } from '@lading/contract';
import { BUILD, BUILDS, RUN } from './addresses.ts';

const builds = message('builds.title', 'Builds');

export default definePlugin({
  name: 'builds',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: BUILDS,
      name: 'builds.list',
      title: builds,
      screen: () => import('./list/BuildListPage.tsx').then(({ BuildListPage }) => BuildListPage),
    },
    {
      path: BUILD,
      name: 'builds.runs',
      title: builds,
      screen: () => import('./runs/BuildRunsPage.tsx').then(({ BuildRunsPage }) => BuildRunsPage),
    },
    {
      path: RUN,
      name: 'builds.run',
      title: builds,
      screen: () => import('./run/BuildRunPage.tsx').then(({ BuildRunPage }) => BuildRunPage),
    },
  ],
  menuItems: [{ sidebar: 'application', path: BUILDS, label: builds, icon: 'history', order: 30 }],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
