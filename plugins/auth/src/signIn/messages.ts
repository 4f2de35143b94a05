import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.signIn.heading', 'Sign in'),
  again: message('auth.signIn.again', 'Sign in again'),
  ended: message('auth.signIn.ended', 'Your session has ended. What you were doing is still here.'),
  user: message('auth.signIn.user', 'User name'),
  password: message('auth.signIn.password', 'Password'),
  userMissing: message('auth.signIn.userMissing', 'Type your user name'),
  passwordMissing: message('auth.signIn.passwordMissing', 'Type your password'),
  show: message('auth.signIn.show', 'Show password'),
  hide: message('auth.signIn.hide', 'Hide password'),
  capsLock: message('auth.signIn.capsLock', 'Caps Lock is on'),
  remember: message('auth.signIn.remember', 'Keep me signed in on this computer'),
  submit: message('auth.signIn.submit', 'Sign in'),
  cancel: message('auth.signIn.cancel', 'Cancel'),
  noAnswer: message('auth.signIn.noAnswer', 'The platform does not answer. Try again in a moment.'),
} as const;
