import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.changePassword.heading', 'Change password'),
  expired: message(
    'auth.changePassword.expired',
    'The password of {user} has expired. Choose a new one to sign in.',
  ),
  old: message('auth.changePassword.old', 'Current password'),
  fresh: message('auth.changePassword.fresh', 'New password'),
  again: message('auth.changePassword.again', 'New password again'),
  missing: message('auth.changePassword.missing', 'Type the password'),
  same: message('auth.changePassword.same', 'The new password must differ from the current one'),
  differ: message('auth.changePassword.differ', 'The two new passwords differ'),
  submit: message('auth.changePassword.submit', 'Change password'),
  failed: message('auth.changePassword.failed', 'Failed to change password'),
} as const;
