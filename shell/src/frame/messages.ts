import { message } from '@lading/contract';

/** Texts of header and sidebars. */
export const messages = {
  skip: message('shell.frame.skip', 'Skip to content'),
  openMenu: message('shell.frame.openMenu', 'Open menu'),
  closeMenu: message('shell.frame.closeMenu', 'Close menu'),
  home: message('shell.frame.home', 'Home'),
  menuFailed: message('shell.frame.menuFailed', 'Failed to load the menu. Try again.'),
  notifications: message('shell.frame.notifications', 'Notifications'),
  unread: message('shell.frame.unread', 'Notifications, {count} unread'),
  help: message('shell.frame.help', 'Help'),
  create: message('shell.frame.create', 'Create'),
  search: message('shell.frame.search', 'Search {what}'),
  user: message('shell.frame.user', 'User'),
  userNamed: message('shell.frame.userNamed', 'User {name}'),
  notSignedIn: message('shell.frame.notSignedIn', 'Not signed in'),
  signIn: message('shell.frame.signIn', 'Sign in'),
  theme: message('shell.frame.theme', 'Theme'),
  language: message('shell.frame.language', 'Language'),
  account: message('shell.frame.account', 'Account'),
  diagnostics: message('shell.frame.diagnostics', 'Diagnostics'),
  maintenance: message('shell.frame.maintenance', 'Maintenance'),
  readOnly: message('shell.frame.readOnly', 'The server is read-only for maintenance.'),
  note: message('shell.frame.note', 'Message from the administrators'),
  sidebar: message('shell.frame.sidebar', 'Sidebar'),
  expand: message('shell.frame.expand', 'Expand sidebar'),
  collapse: message('shell.frame.collapse', 'Collapse sidebar'),
} as const;
