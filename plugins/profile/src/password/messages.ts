import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.password.heading', 'Password'),
  fresh: message('profile.password.fresh', 'New password'),
  again: message('profile.password.again', 'Confirm new password'),
  help: message(
    'profile.password.help',
    'At least {count, plural, one {# character} other {# characters}}. Don’t use a common password.',
  ),
  ends: message('profile.password.ends', 'A new password ends all your other sessions.'),
  revoke: message('profile.password.revoke', 'Revoke my access tokens and API key'),
  revokeHelp: message(
    'profile.password.revokeHelp',
    'Select this if someone else may know your password. Clients that use them must sign in again.',
  ),
  expires: message(
    'profile.password.expires',
    '{count, plural, =0 {You must change your password today.} one {You must change your password within # day.} other {You must change your password within # days.}}',
  ),
  missing: message('profile.password.missing', 'Enter a password'),
  differ: message('profile.password.differ', 'The new passwords do not match'),
  submit: message('profile.password.submit', 'Change password'),
  changed: message('profile.password.changed', 'Password changed'),
} as const;
