import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.invitation.heading', 'Welcome'),
  about: message('auth.invitation.about', 'You were invited as {user}. Choose a password to come in.'),
  submit: message('auth.invitation.submit', 'Save and sign in'),
  failed: message('auth.invitation.failed', 'The password could not be saved'),
  bad: message(
    'auth.invitation.bad',
    'This invitation does not hold: it was used before, has expired, or is not whole. Ask for another one.',
  ),
  retry: message('auth.invitation.retry', 'Try again'),
  saved: message('auth.invitation.saved', 'The password was saved. Sign in with it.'),
} as const;
