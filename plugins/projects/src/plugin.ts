import { definePlugin, message } from '@lading/contract';
import { administrationMenu, administrationRoutes } from './administration/contributions.ts';
import { requestMenu, requestRoutes } from './requests/contributions.ts';

const requires = { role: 'projectAdmin', project: 'one' } as const;
const settings = message('projects.settings.title', 'Project settings');
const members = message('projects.members.title', 'Members');

export default definePlugin({
  name: 'projects',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/project/settings',
      name: 'projects.settings',
      title: settings,
      requires,
      screen: () => import('./settings/SettingsPage.tsx').then(({ SettingsPage }) => SettingsPage),
    },
    {
      path: '/project/members',
      name: 'projects.members',
      title: members,
      requires,
      screen: () => import('./members/MembersPage.tsx').then(({ MembersPage }) => MembersPage),
    },
    ...administrationRoutes,
    ...requestRoutes,
  ],
  menuItems: [
    {
      sidebar: 'project',
      path: '/project/settings',
      label: message('projects.settings.item', 'General'),
      icon: 'settings',
      order: 1,
      requires,
    },
    { sidebar: 'project', path: '/project/members', label: members, icon: 'people', order: 2, requires },
    ...administrationMenu,
    ...requestMenu,
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
