import { type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { OWN_TRASH, TRASH } from './paths.ts';
import { trashTitle as title } from './title.ts';

const requires = { role: 'admin' } as const;
const screen = () => import('./TrashPage.tsx').then(({ TrashPage }) => TrashPage);

export const trashRoutes: readonly RouteContribution[] = [
  { path: TRASH, name: 'repositories.trash', title, requires, screen },
  {
    path: `${TRASH}/settings`,
    name: 'repositories.trash.settings',
    title,
    requires,
    screen: () => import('./TrashSettingsPage.tsx').then(({ TrashSettingsPage }) => TrashSettingsPage),
  },
  { path: OWN_TRASH, name: 'repositories.trash.own', title, screen },
];

export const trashMenu: readonly MenuItemContribution[] = [
  { sidebar: 'application', path: OWN_TRASH, label: title, icon: 'remove', order: 24 },
  {
    ...{ sidebar: 'administration', path: TRASH, label: title, icon: 'remove', order: 34 },
    group: message('admin.menu.configuration', 'Configuration'),
    requires,
  },
];
