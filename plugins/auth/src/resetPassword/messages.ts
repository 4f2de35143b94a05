import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.reset.heading', 'Choose a new password'),
  about: message('auth.reset.about', 'For the user {user}.'),
  submit: message('auth.reset.submit', 'Save and sign in'),
  failed: message('auth.reset.failed', 'Failed to reset the password'),
  badKey: message(
    'auth.reset.badKey',
    'This link does not hold: it was used before, has expired, or is not whole. Ask for another mail.',
  ),
  another: message('auth.reset.another', 'Ask for another mail'),
  retry: message('auth.reset.retry', 'Try again'),
  saved: message('auth.reset.saved', 'The password was changed. Sign in with the new one.'),
} as const;
