import { type Message, message } from '@lading/contract';
import type { Ruled } from './rules.ts';

/** What an item does that leads to no address. */
export type MenuAction = 'logout' | 'switchInterface' | 'keyboardShortcuts' | 'commandPalette';

/** An entry of one of the header's menus. */
export interface MenuItem extends Ruled {
  readonly id: string;
  readonly label: Message;
  readonly action?: MenuAction;
  /** Stands beside the label. */
  readonly badge?: Message;
  /** The screen that it opens, where the shell's state reports whether that is visible. */
  readonly screen?: 'quickSetup' | 'setMeUp';
}

const admin = { role: 'admin' } as const;
const licensed = { role: 'admin', licence: true } as const;
const helpLinks = ['COMMON.HELP_LINKS'];

/** A page that a plug-in brings. */
function page(label: Message, path: string, more: Ruled & Pick<MenuItem, 'screen'>): MenuItem {
  return { id: label.id.replace('shell.menu.', ''), label, path, needsScreen: true, ...more };
}

/** What can be begun from anywhere. */
export const QUICK_CREATE: readonly MenuItem[] = [
  page(message('shell.menu.gettingStarted', 'Getting Started'), '/admin/quick-setup', {
    requires: admin,
    quickAction: true,
    screen: 'quickSetup',
  }),
  page(message('shell.menu.quickRepository', 'Quick Repository Creation'), '/quick-setup', {
    requires: licensed,
    creates: 'local',
    // Users who sign in for the first time where quick deploy is on are led to the page too.
    shortcut: true,
    screen: 'quickSetup',
  }),
  page(message('shell.menu.setMeUp', 'Set Me Up'), '/set-me-up', {
    requires: { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] },
    screen: 'setMeUp',
  }),
  page(message('shell.menu.newLocal', 'New Local Repository'), '/admin/repositories/local/new', {
    requires: licensed,
    creates: 'local',
  }),
  page(message('shell.menu.newRemote', 'New Remote Repository'), '/admin/repositories/remote/new', {
    requires: licensed,
    creates: 'remote',
  }),
  page(message('shell.menu.newVirtual', 'New Virtual Repository'), '/admin/repositories/virtual/new', {
    requires: licensed,
    creates: 'virtual',
  }),
  page(message('shell.menu.newUser', 'New User'), '/admin/management/users/new', { requires: admin }),
  page(message('shell.menu.newGroup', 'New Group'), '/admin/management/groups/new', { requires: admin }),
  page(message('shell.menu.newPermission', 'New Permission'), '/admin/management/permissions/create', {
    requires: licensed,
  }),
];

/** The user's own. The profile-password rule inserts its item before the last one. */
export const USER_MENU: readonly MenuItem[] = [
  {
    id: 'cloudSubscription',
    label: message('shell.menu.cloudSubscription', 'Cloud Subscription and Usage'),
    subscription: true,
    requires: { cloud: true },
  },
  {
    id: 'manageSubscription',
    label: message('shell.menu.manageSubscription', 'Manage subscription'),
    subscription: true,
    requires: admin,
  },
  {
    id: 'toClassic',
    label: message('shell.menu.toClassic', 'Switch to Classic UI'),
    action: 'switchInterface',
    leaves: 'new',
    requires: { role: 'anyone', features: ['COMMON.NAVIGATION_SWITCH'] },
  },
  {
    id: 'toNew',
    label: message('shell.menu.toNew', 'Switch to New UI'),
    badge: message('shell.menu.beta', 'Beta'),
    action: 'switchInterface',
    leaves: 'classic',
    requires: { role: 'anyone', features: ['COMMON.NAVIGATION_SWITCH'] },
  },
  page(message('shell.menu.editProfile', 'Edit Profile'), '/user_profile', { profilePassword: true }),
  { id: 'logout', label: message('shell.menu.logout', 'Logout'), action: 'logout' },
];

/** Help, without what the features of the platform hide. */
export const HELP_MENU: readonly MenuItem[] = [
  page(message('shell.menu.documentation', 'Documentation'), '/help/documentation', {
    requires: { role: 'anyone', features: helpLinks },
  }),
  page(message('shell.menu.learningCenter', 'Learning Center'), '/help/learning-center', {
    requires: {
      role: 'anyone',
      features: [...helpLinks, 'COMMON.EDUCATION_CENTER'],
      withoutFeatures: ['COMMON.LIGHTWEIGHT_INSTANCE', 'COMMON.JCR'],
    },
  }),
  {
    id: 'keyboardShortcuts',
    label: message('shell.menu.keyboardShortcuts', 'Keyboard Shortcuts'),
    action: 'keyboardShortcuts',
    requires: { role: 'anyone', withoutFeatures: ['COMMON.LIGHTWEIGHT_INSTANCE'] },
  },
];
