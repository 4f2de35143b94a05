import { message } from '@lading/contract';

export const messages = {
  name: message('profile.details.name', 'User name'),
  realm: message('profile.details.realm', 'Realm'),
  role: message('profile.details.role', 'Role'),
  administrator: message('profile.details.administrator', 'Administrator'),
  user: message('profile.details.user', 'User'),
  groups: message('profile.details.groups', 'Groups'),
  noGroups: message('profile.details.noGroups', 'None'),
  lastSignIn: message('profile.details.lastSignIn', 'Last sign-in'),
  email: message('profile.details.email', 'E-mail'),
  noEmail: message('profile.details.noEmail', 'None'),
  emailHelp: message('profile.details.emailHelp', 'An address such as rosa@example.org, or empty.'),
  badEmail: message('profile.details.badEmail', 'Type an address such as rosa@example.org, or nothing'),
  save: message('profile.details.save', 'Save'),
  saved: message('profile.details.saved', 'Your profile is saved'),
  kept: message('profile.details.kept', 'An administrator keeps your profile: ask one to change it.'),
} as const;
