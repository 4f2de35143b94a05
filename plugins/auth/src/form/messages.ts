import { message } from '@lading/contract';

export const messages = {
  user: message('auth.form.user', 'User name'),
  password: message('auth.form.password', 'Password'),
  newPassword: message('auth.form.newPassword', 'New password'),
  again: message('auth.form.again', 'New password again'),
  userMissing: message('auth.form.userMissing', 'Type your user name'),
  passwordMissing: message('auth.form.passwordMissing', 'Type your password'),
  newMissing: message('auth.form.newMissing', 'Type the password'),
  differ: message('auth.form.differ', 'The two new passwords differ'),
  noAnswer: message('auth.form.noAnswer', 'The platform does not answer. Try again in a moment.'),
  revokeTokens: message('auth.form.revokeTokens', 'Revoke my access tokens and API key'),
  toSignIn: message('auth.form.toSignIn', 'Back to sign-in'),
} as const;
