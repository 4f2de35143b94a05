import { definePlugin, message } from '@lading/contract';
import { SYSTEM_LOGS } from './paths.ts';

const title = message('logs.title', 'System logs');
const admin = { role: 'admin' } as const;

export default definePlugin({
  name: 'logs',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: SYSTEM_LOGS,
      name: 'admin.monitoring.systemLogs',
      title,
      requires: admin,
      screen: () => import('./viewer/LogViewerPage.tsx').then(({ LogViewerPage }) => LogViewerPage),
    },
  ],
  menuItems: [
    {
      sidebar: 'administration',
      path: SYSTEM_LOGS,
      label: title,
      icon: 'document',
      order: 41,
      group: message('logs.group', 'Monitoring'),
      requires: admin,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
