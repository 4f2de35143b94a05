import { type Message, message, type ShellApi } from '@lading/contract';

/**
 * Members of the object that `useShell()` returns to screens. A member without a text is a type
 * error.
 */
export const SERVICES: Readonly<Record<keyof ShellApi, Message>> = {
  user: message(
    'admin.points.shell.user',
    'The current user, with the permissions that menus and screens need.',
  ),
  session: message(
    'admin.points.shell.session',
    'Sign-in and sign-out, for the plugin with the sign-in pages.',
  ),
  license: message('admin.points.shell.license', 'The license of the platform.'),
  features: message('admin.points.shell.features', 'Supported features.'),
  services: message(
    'admin.points.shell.services',
    'Available services of the platform, with their API versions.',
  ),
  connection: message('admin.points.shell.connection', 'Whether the server is reachable.'),
  project: message('admin.points.shell.project', 'The selected project.'),
  searches: message('admin.points.shell.searches', 'Recent searches, which the search box offers again.'),
  language: message(
    'admin.points.shell.language',
    'Language and writing direction of the user, and texts in it.',
  ),
  navigation: message(
    'admin.points.shell.navigation',
    'URL, navigation, and a question before unsaved changes are left.',
  ),
  menus: message('admin.points.shell.menus', 'Entries of the sidebars for the user.'),
  notifications: message(
    'admin.points.shell.notifications',
    'Short messages over the page, optionally with an action such as Undo.',
  ),
  http: message(
    'admin.points.shell.http',
    'Calls to the server, with timeouts, retries, and errors with a code.',
  ),
  periodic: message('admin.points.shell.periodic', 'Repeated work, which pauses while the page is hidden.'),
  modals: message('admin.points.shell.modals', 'Questions that the user confirms or cancels.'),
  analytics: message(
    'admin.points.shell.analytics',
    'Counted user actions, if an administrator has turned them on.',
  ),
  storage: message('admin.points.shell.storage', 'Small values of the plugin in the browser.'),
  signal: message('admin.points.shell.signal', 'Aborts when the plugin is unmounted.'),
  allows: message(
    'admin.points.shell.allows',
    'Whether a requirement holds, as menus and pages evaluate it.',
  ),
  setTitle: message(
    'admin.points.shell.setTitle',
    'Puts a text, such as the name of the shown object, before the title of the page.',
  ),
  add: message('admin.points.shell.add', 'Adds a contribution at run time.'),
  showPart: message('admin.points.shell.showPart', 'Shows a part of another plugin.'),
  contributions: message('admin.points.shell.contributions', 'Contributions of all plugins, by kind.'),
  shellOf: message(
    'admin.points.shell.shellOf',
    'The shell of the plugin of a contribution, for calls of its functions.',
  ),
  reportFailure: message(
    'admin.points.shell.reportFailure',
    'Reports a contribution that does not work as a failure of its plugin.',
  ),
};
