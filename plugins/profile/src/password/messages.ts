import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.password.heading', 'Password'),
  fresh: message('profile.password.fresh', 'New password'),
  again: message('profile.password.again', 'New password again'),
  help: message(
    'profile.password.help',
    'At least 12 characters. A new password ends all your other sessions.',
  ),
  missing: message('profile.password.missing', 'Type the password'),
  differ: message('profile.password.differ', 'The two new passwords differ'),
  submit: message('profile.password.submit', 'Change password'),
  changed: message('profile.password.changed', 'Your password is changed'),
  failed: message('profile.password.failed', 'Failed to change password'),
} as const;
