import type { MenuItemContribution, RouteContribution } from '@lading/contract';
import { people } from '../management.ts';
import { EFFECTIVE } from '../paths.ts';
import { messages } from './messages.ts';

const requires = { role: 'admin' } as const;

export const effectiveRoute: RouteContribution = {
  path: EFFECTIVE,
  name: 'admin.management.effective',
  title: messages.title,
  requires,
  screen: () => import('./EffectivePage.tsx').then(({ EffectivePage }) => EffectivePage),
};

export const effectiveMenu: MenuItemContribution = {
  sidebar: 'administration',
  path: EFFECTIVE,
  label: messages.title,
  icon: 'search',
  order: 13,
  group: people,
  requires,
};
