import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.signIn.heading', 'Sign in'),
  again: message('auth.signIn.again', 'Sign in again'),
  ended: message('auth.signIn.ended', 'Your session has ended. What you were doing is still here.'),
  remember: message('auth.signIn.remember', 'Keep me signed in on this computer'),
  submit: message('auth.signIn.submit', 'Sign in'),
  cancel: message('auth.signIn.cancel', 'Cancel'),
} as const;
