import { message } from '@lading/contract';

export const bulkMessages = {
  enable: message('admin.users.bulk.enable', 'Enable'),
  disable: message('admin.users.bulk.disable', 'Disable'),
  delete: message('admin.users.bulk.delete', 'Delete'),
  enableTitle: message(
    'admin.users.bulk.enableTitle',
    '{count, plural, one {Enable # user?} other {Enable # users?}}',
  ),
  disableTitle: message(
    'admin.users.bulk.disableTitle',
    '{count, plural, one {Disable # user?} other {Disable # users?}}',
  ),
  deleteTitle: message(
    'admin.users.bulk.deleteTitle',
    '{count, plural, one {Delete # user?} other {Delete # users?}}',
  ),
  enableText: message(
    'admin.users.bulk.enableText',
    'Enabled users can sign in, and their access tokens work again.',
  ),
  disableText: message(
    'admin.users.bulk.disableText',
    'Disabled users are signed out. Their passwords and access tokens are rejected until they are enabled.',
  ),
  deleteText: message(
    'admin.users.bulk.deleteText',
    'Access tokens, memberships, and entries in permissions are deleted with the user. This cannot be undone.',
  ),
  changed: message(
    'admin.users.bulk.changed',
    '{count, plural, one {# user changed} other {# users changed}}',
  ),
  notChanged: message('admin.users.bulk.notChanged', 'Failed to change users: {cause}'),
  cancel: message('admin.users.bulk.cancel', 'Cancel'),
  owns: message(
    'admin.users.bulk.owns',
    '{tokens, plural, =0 {no access tokens} one {# access token} other {# access tokens}}; permissions: {permissions}; groups: {groups}; projects: {projects}',
  ),
  none: message('admin.users.bulk.none', 'none'),
  unchanged: message('admin.users.bulk.unchanged', 'no change'),
  missing: message('admin.users.bulk.missing', 'no longer exists'),
  own: message('admin.users.bulk.own', 'your own account is not changed'),
  import: message('admin.users.import.title', 'Import users'),
  importAbout: message(
    'admin.users.import.about',
    'Creates users from CSV. Existing users are not changed. Invalid lines are skipped.',
  ),
  csv: message('admin.users.import.csv', 'CSV'),
  csvHelp: message(
    'admin.users.import.csvHelp',
    'The first line has the names of columns: username, and any of email, groups (separated by semicolons, in addition to the groups that new users join), admin (true or false), and password. Users without a password sign in with an identity provider.',
  ),
  file: message('admin.users.import.file', 'CSV file'),
  preview: message('admin.users.import.preview', 'Preview'),
  create: message('admin.users.import.create', '{count, plural, one {Create # user} other {Create # users}}'),
  created: message(
    'admin.users.import.created',
    '{count, plural, one {# user created} other {# users created}}',
  ),
  notImported: message('admin.users.import.notImported', 'Failed to import users: {cause}'),
  line: message('admin.users.import.line', 'Line'),
  user: message('admin.users.import.user', 'User'),
  groups: message('admin.users.import.groups', 'Groups: {groups}'),
  outcome: message('admin.users.import.outcome', 'Outcome'),
  willCreate: message('admin.users.import.willCreate', 'Is created'),
  wasCreated: message('admin.users.import.wasCreated', 'Created'),
  exists: message('admin.users.import.exists', 'Exists, not changed'),
  invalid: message('admin.users.import.invalid', 'Invalid: {reason}'),
} as const;
