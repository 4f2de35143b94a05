import { message } from '@lading/contract';

export const messages = {
  users: message('admin.users.title', 'Users'),
  what: message('admin.users.what', 'users'),
  one: message('admin.users.one', 'user'),
  filter: message('admin.users.filter', 'Filter users'),
  create: message('admin.users.create', 'New User'),
  none: message('admin.users.none', 'No users yet'),
  noneMore: message('admin.users.noneMore', 'Whoever is to sign in here needs a user of their own.'),
  name: message('admin.users.name', 'User name'),
  email: message('admin.users.email', 'E-mail'),
  admin: message('admin.users.admin', 'Administrator'),
  groups: message('admin.users.groups', 'Groups'),
  realm: message('admin.users.realm', 'Known from'),
  status: message('admin.users.status', 'Status'),
  enabled: message('admin.users.enabled', 'Enabled'),
  disabled: message('admin.users.disabled', 'Disabled'),
  lastSignIn: message('admin.users.lastSignIn', 'Last sign-in'),
} as const;
