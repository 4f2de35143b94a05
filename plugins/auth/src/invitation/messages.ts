import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.invitation.heading', 'Welcome'),
  about: message('auth.invitation.about', 'You were invited as {user}. Choose a password to sign in.'),
  submit: message('auth.invitation.submit', 'Save and sign in'),
  failed: message('auth.invitation.failed', 'Failed to save the password'),
  bad: message(
    'auth.invitation.bad',
    'This invitation is invalid, used, or expired, or the link is incomplete. Ask for another invitation.',
  ),
  retry: message('auth.invitation.retry', 'Try again'),
  saved: message('auth.invitation.saved', 'Password saved. Sign in with it.'),
} as const;
