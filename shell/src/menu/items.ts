import { type Message, message } from '@lading/contract';
import type { Ruled } from './rules.ts';

/** Action of an item without a URL. */
export type MenuAction = 'logout' | 'switchInterface' | 'keyboardShortcuts' | 'commandPalette';

/** Item of a header menu. */
export interface MenuItem extends Ruled {
  readonly id: string;
  readonly label: Message;
  readonly action?: MenuAction;
  /** Shown next to the label. */
  readonly badge?: Message;
  /** Screen that the item opens, if the shell's state reports its visibility. */
  readonly screen?: 'quickSetup' | 'setMeUp';
}

const admin = { role: 'admin' } as const;
const licensed = { role: 'admin', license: true } as const;
const helpLinks = ['COMMON.HELP_LINKS'];

/** Creates an item for a page that a plugin contributes. */
function page(label: Message, path: string, more: Ruled & Pick<MenuItem, 'screen'>): MenuItem {
  return { id: label.id.replace('shell.menu.', ''), label, path, needsScreen: true, ...more };
}

/** Items of the create menu. */
export const QUICK_CREATE: readonly MenuItem[] = [
  page(message('shell.menu.gettingStarted', 'Getting Started'), '/admin/quick-setup', {
    requires: admin,
    quickAction: true,
    screen: 'quickSetup',
  }),
  page(message('shell.menu.quickRepository', 'Quick Repository Creation'), '/quick-setup', {
    requires: licensed,
    creates: 'local',
    // With quick deploy on, users who sign in for the first time are redirected to the page too.
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

/** Items of the user menu. The profile-password rule inserts its item before the last one. */
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

/** Items of the help menu; platform features can hide some. */
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
