import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.forgot.heading', 'Forgot your password?'),
  about: message(
    'auth.forgot.about',
    'Enter your user name or email address. You will get an email with a link to choose a new password.',
  ),
  user: message('auth.forgot.user', 'User name or email address'),
  missing: message('auth.forgot.missing', 'Enter your user name or email address'),
  submit: message('auth.forgot.submit', 'Send email'),
  failed: message('auth.forgot.failed', "Email wasn't sent"),
  sent: message(
    'auth.forgot.sent',
    'If the user exists and has an email address, an email is on its way. The link works once and expires soon. Check your spam folder too.',
  ),
} as const;
