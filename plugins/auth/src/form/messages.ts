import { message } from '@lading/contract';

export const messages = {
  user: message('auth.form.user', 'User name'),
  password: message('auth.form.password', 'Password'),
  newPassword: message('auth.form.newPassword', 'New password'),
  again: message('auth.form.again', 'Confirm new password'),
  userMissing: message('auth.form.userMissing', 'Enter your user name'),
  passwordMissing: message('auth.form.passwordMissing', 'Enter your password'),
  newMissing: message('auth.form.newMissing', 'Enter a password'),
  differ: message('auth.form.differ', 'The new passwords do not match'),
  noAnswer: message('auth.form.noAnswer', 'The server is not responding. Try again in a moment.'),
  revokeTokens: message('auth.form.revokeTokens', 'Revoke my access tokens and API key'),
  toSignIn: message('auth.form.toSignIn', 'Back to sign-in'),
} as const;
