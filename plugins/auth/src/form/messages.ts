import { message } from '@lading/contract';

export const messages = {
  user: message('auth.form.user', 'User name'),
  password: message('auth.form.password', 'Password'),
  userMissing: message('auth.form.userMissing', 'Type your user name'),
  passwordMissing: message('auth.form.passwordMissing', 'Type your password'),
  show: message('auth.form.show', 'Show password'),
  hide: message('auth.form.hide', 'Hide password'),
  capsLock: message('auth.form.capsLock', 'Caps Lock is on'),
  noAnswer: message('auth.form.noAnswer', 'The platform does not answer. Try again in a moment.'),
} as const;
