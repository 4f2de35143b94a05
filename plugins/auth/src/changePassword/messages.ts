import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.changePassword.heading', 'Change password'),
  expired: message(
    'auth.changePassword.expired',
    'The password of {user} has expired or is temporary. Choose a new password to sign in.',
  ),
  old: message('auth.changePassword.old', 'Current password'),
  code: message('auth.changePassword.code', 'One-time code or recovery code'),
  codeMissing: message(
    'auth.changePassword.codeMissing',
    'Enter the code from your app, or one of your recovery codes',
  ),
  same: message('auth.changePassword.same', 'The new password must be different from the current one'),
  submit: message('auth.changePassword.submit', 'Change password'),
  failed: message('auth.changePassword.failed', 'Failed to change password'),
  saved: message('auth.changePassword.saved', 'Password changed. Sign in with the new password.'),
} as const;
