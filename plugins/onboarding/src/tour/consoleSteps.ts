import type { FramePart, Requirement, ShellApi } from '@lading/contract';
import type { Text } from '@lading/ui';
import type { TourStep } from '@lading/ui/tour';
import { texts, titles } from './stepMessages.ts';

type Shell = Pick<ShellApi, 'allows' | 'contributions' | 'menus' | 'navigation' | 'user'>;

const SET_ME_UP: Requirement = { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] };
const PACKAGES = '/packages';
const ARTIFACTS = '/repos/tree';

const part = (name: FramePart) => `[data-frame-part="${name}"]`;

/**
 * Returns the steps for the pages, search, Set Me Up, and administration available to this user.
 */
export function consoleSteps(shell: Shell, text: Text): TourStep[] {
  const has = (path: string) => shell.menus.sidebar('application').some(({ item }) => item.path === path);
  const canSearch = shell.contributions('searchCategories').some(({ value }) => shell.allows(value.requires));
  // On a phone the menu is closed, so its button is highlighted instead.
  const link = (path: string) => {
    const href = JSON.stringify(shell.navigation.href(path));
    return `${part('menu')} a[href=${href}], ${part('menuButton')}`;
  };
  const steps: readonly { key: keyof typeof titles; shown?: boolean; target?: string }[] = [
    { key: 'welcome' },
    { key: 'packages', shown: has(PACKAGES), target: link(PACKAGES) },
    { key: 'artifacts', shown: has(ARTIFACTS), target: link(ARTIFACTS) },
    { key: 'search', shown: canSearch, target: part('search') },
    { key: 'setMeUp', shown: shell.allows(SET_ME_UP), target: part('create') },
    {
      key: 'administration',
      shown: shell.user.current?.admin === true,
      target: `${part('scopes')}, ${part('menuButton')}`,
    },
    { key: 'help', target: part('help') },
  ];
  return steps
    .filter(({ shown = true }) => shown)
    .map(({ key, target }) => ({ title: text(titles[key]), text: text(texts[key]), target }));
}
