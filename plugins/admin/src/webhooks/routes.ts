import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { WEBHOOKS } from '../paths.ts';
import { create, title } from './titles.ts';

const admin = { role: 'admin' } as const;
const page = () => import('./WebhookPage.tsx').then(({ WebhookPage }) => WebhookPage);

export const webhookRoutes: readonly RouteContribution[] = [
  {
    path: WEBHOOKS,
    name: 'admin.configuration.webhooks',
    title,
    requires: admin,
    screen: () => import('./WebhookListPage.tsx').then(({ WebhookListPage }) => WebhookListPage),
  },
  {
    path: `${WEBHOOKS}/new`,
    name: 'admin.configuration.webhooks.new',
    title: create,
    requires: admin,
    screen: page,
  },
  {
    path: `${WEBHOOKS}/edit/:webhookName`,
    name: 'admin.configuration.webhooks.edit',
    title,
    requires: admin,
    screen: page,
  },
];

export const webhookMenu: MenuItemContribution = {
  sidebar: 'administration',
  path: WEBHOOKS,
  label: title,
  icon: 'link',
  order: 31,
  group: configuration,
  requires: admin,
};
