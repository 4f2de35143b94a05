import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.signIn.heading', 'Sign in'),
  again: message('auth.signIn.again', 'Sign in again'),
  ended: message('auth.signIn.ended', 'Your session has ended. What you were doing is still here.'),
  confirm: message(
    'auth.signIn.confirm',
    'What you are about to do decides who gets in. Confirm that it is you; what you have typed is still here.',
  ),
  confirmFirst: message(
    'auth.signIn.confirmFirst',
    'What comes next decides who gets in. Sign in again to confirm that it is you.',
  ),
  remember: message('auth.signIn.remember', 'Keep me signed in on this computer'),
  submit: message('auth.signIn.submit', 'Sign in'),
  cancel: message('auth.signIn.cancel', 'Cancel'),
  forgot: message('auth.signIn.forgot', 'Forgot password?'),
  register: message('auth.signIn.register', 'No user yet? Register'),
  external: message('auth.signIn.external', 'People sign in elsewhere here: use one of these.'),
  noneExternal: message(
    'auth.signIn.noneExternal',
    'People sign in elsewhere here, and no provider is set up. Ask an administrator.',
  ),
  byPassword: message('auth.signIn.byPassword', 'Administrators: sign in with a password'),
  client: message('auth.signIn.client', 'To let {client} sign in at the command line.'),
  someClient: message('auth.signIn.someClient', 'a client'),
  noLicense: message(
    'auth.signIn.noLicense',
    'The platform has no valid license. Ask an administrator to install one. Until then, only administrators can use the console.',
  ),
  read: message('auth.signIn.read', 'I have read it'),
  formAway: message('auth.signIn.formAway', 'The form for the next step could not be loaded'),
  inWindow: message('auth.signIn.inWindow', 'Sign in in the window that has opened. This page then goes on.'),
  noWindow: message(
    'auth.signIn.noWindow',
    'The browser did not open a window. Allow it for this site, or sign in with a password.',
  ),
} as const;
