import { definePlugin, message, type Requirement } from '@lading/contract';

const title = message('insight.title', 'Dashboard');
const anyone: Requirement = { role: 'anyone' };

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
