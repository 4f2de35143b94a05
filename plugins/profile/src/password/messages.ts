import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.password.heading', 'Password'),
  fresh: message('profile.password.fresh', 'New password'),
  again: message('profile.password.again', 'New password again'),
  help: message(
    'profile.password.help',
    'At least {count, plural, one {# character} other {# characters}}, and none that everyone would try first.',
  ),
  ends: message('profile.password.ends', 'A new password ends all your other sessions.'),
  revoke: message('profile.password.revoke', 'Revoke my access tokens and API key'),
  revokeHelp: message(
    'profile.password.revokeHelp',
    'Select this if someone else may know your password. Clients that use them must sign in again.',
  ),
  expires: message(
    'profile.password.expires',
    '{count, plural, =0 {Your password has to be changed today.} one {Your password has to be changed within # day.} other {Your password has to be changed within # days.}}',
  ),
  missing: message('profile.password.missing', 'Type the password'),
  differ: message('profile.password.differ', 'The two new passwords differ'),
  submit: message('profile.password.submit', 'Change password'),
  changed: message('profile.password.changed', 'Your password is changed'),
  failed: message('profile.password.failed', 'Failed to change password'),
} as const;
