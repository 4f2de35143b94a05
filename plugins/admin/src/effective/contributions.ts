import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { people } from '../management.ts';
import { EFFECTIVE, TOKENS } from '../paths.ts';
import { messages as tokens } from '../tokens/messages.ts';
import { messages } from './messages.ts';

const requires = { role: 'admin' } as const;

export const rightsRoutes: readonly RouteContribution[] = [
  {
    path: EFFECTIVE,
    name: 'admin.management.effective',
    title: messages.title,
    requires,
    screen: () => import('./EffectivePage.tsx').then(({ EffectivePage }) => EffectivePage),
  },
  {
    path: TOKENS,
    name: 'admin.management.tokens',
    title: tokens.title,
    requires,
    screen: () => import('../tokens/TokenListPage.tsx').then(({ TokenListPage }) => TokenListPage),
  },
];

export const rightsMenu: readonly MenuItemContribution[] = [
  {
    sidebar: 'administration',
    path: EFFECTIVE,
    label: messages.title,
    icon: 'search',
    order: 13,
    group: people,
    requires,
  },
  {
    sidebar: 'administration',
    path: TOKENS,
    label: tokens.title,
    icon: 'lock',
    order: 14,
    group: people,
    requires,
  },
];
