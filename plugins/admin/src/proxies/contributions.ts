import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { configuration } from '../missing/places.ts';
import { PROXIES } from '../paths.ts';
import { messages } from './messages.ts';

const requires = { role: 'admin' } as const;
const page = () => import('./ProxyPage.tsx').then(({ ProxyPage }) => ProxyPage);

export const proxyRoutes: readonly RouteContribution[] = [
  {
    path: PROXIES,
    name: 'admin.proxies.configuration',
    title: messages.title,
    requires,
    screen: () => import('./ProxyListPage.tsx').then(({ ProxyListPage }) => ProxyListPage),
  },
  {
    path: `${PROXIES}/new`,
    name: 'admin.proxies.configuration.new',
    title: messages.create,
    requires,
    screen: page,
  },
  {
    path: `${PROXIES}/edit/:proxyName`,
    name: 'admin.proxies.configuration.edit',
    title: messages.title,
    requires,
    screen: page,
  },
];

export const proxyMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: PROXIES,
    label: messages.title,
    icon: 'open',
    order: 33,
    group: configuration,
    requires,
  },
];
