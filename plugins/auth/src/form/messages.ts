import { message } from '@lading/contract';

export const messages = {
  user: message('auth.form.user', 'User name'),
  password: message('auth.form.password', 'Password'),
  userMissing: message('auth.form.userMissing', 'Type your user name'),
  passwordMissing: message('auth.form.passwordMissing', 'Type your password'),
  noAnswer: message('auth.form.noAnswer', 'The platform does not answer. Try again in a moment.'),
} as const;
