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
  email: message('profile.details.email', 'Email'),
  noEmail: message('profile.details.noEmail', 'None'),
  emailHelp: message(
    'profile.details.emailHelp',
    'An address such as rosa@example.org. Leave blank for none.',
  ),
  badEmail: message(
    'profile.details.badEmail',
    'Enter an email address such as rosa@example.org, or leave blank',
  ),
  save: message('profile.details.save', 'Save'),
  saved: message('profile.details.saved', 'Profile saved'),
  kept: message(
    'profile.details.kept',
    'Your profile is managed by an administrator. Contact an administrator to change it.',
  ),
} as const;
