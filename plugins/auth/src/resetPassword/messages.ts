import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.reset.heading', 'Choose a new password'),
  about: message('auth.reset.about', 'For user {user}.'),
  submit: message('auth.reset.submit', 'Save and sign in'),
  failed: message('auth.reset.failed', 'Failed to reset the password'),
  badKey: message(
    'auth.reset.badKey',
    'This link is invalid, used, or expired, or it is incomplete. Request another email.',
  ),
  another: message('auth.reset.another', 'Request another email'),
  retry: message('auth.reset.retry', 'Try again'),
  saved: message('auth.reset.saved', 'Password changed. Sign in with the new password.'),
} as const;
