import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.signIn.heading', 'Sign in'),
  again: message('auth.signIn.again', 'Sign in again'),
  ended: message('auth.signIn.ended', 'Your session has expired. Your work on this page is kept.'),
  confirm: message(
    'auth.signIn.confirm',
    'This action affects access. Sign in again to confirm. Your input is kept.',
  ),
  confirmFirst: message(
    'auth.signIn.confirmFirst',
    'The next step affects access. Sign in again to confirm.',
  ),
  remember: message('auth.signIn.remember', 'Keep me signed in on this computer'),
  submit: message('auth.signIn.submit', 'Sign in'),
  cancel: message('auth.signIn.cancel', 'Cancel'),
  forgot: message('auth.signIn.forgot', 'Forgot password?'),
  register: message('auth.signIn.register', 'No account? Register'),
  external: message('auth.signIn.external', 'Use one of these providers to sign in.'),
  noneExternal: message(
    'auth.signIn.noneExternal',
    'Password sign-in is off and no provider is set up. Contact an administrator.',
  ),
  byPassword: message('auth.signIn.byPassword', 'Administrators: sign in with a password'),
  client: message('auth.signIn.client', 'Sign in to allow {client} at the command line.'),
  someClient: message('auth.signIn.someClient', 'a client'),
  noLicense: message(
    'auth.signIn.noLicense',
    'The platform has no valid license. Ask an administrator to install one. Until then, only administrators can use the console.',
  ),
  read: message('auth.signIn.read', 'I have read this'),
  formAway: message('auth.signIn.formAway', 'Failed to load the form for the next step'),
  inWindow: message('auth.signIn.inWindow', 'Sign in in the new window. This page then continues.'),
  noWindow: message(
    'auth.signIn.noWindow',
    'The browser blocked a pop-up window. Allow pop-ups for this site, or sign in with a password.',
  ),
} as const;
