import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { TRASH } from '../paths.ts';
import { trashTitle as title } from './title.ts';

const requires = { role: 'admin' } as const;

export const trashRoutes: readonly RouteContribution[] = [
  {
    path: TRASH,
    name: 'admin.trash',
    title,
    requires,
    screen: () => import('./TrashPage.tsx').then(({ TrashPage }) => TrashPage),
  },
  {
    path: `${TRASH}/settings`,
    name: 'admin.trash.settings',
    title,
    requires,
    screen: () => import('./TrashSettingsPage.tsx').then(({ TrashSettingsPage }) => TrashSettingsPage),
  },
];

export const trashMenu: MenuItemContribution = {
  ...{ sidebar: 'administration', path: TRASH, label: title, icon: 'remove', order: 34 },
  group: configuration,
  requires,
};
