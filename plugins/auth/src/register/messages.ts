import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.register.heading', 'Register'),
  about: message(
    'auth.register.about',
    'You will get an email with a link to choose a password and sign in.',
  ),
  client: message(
    'auth.register.client',
    '{client} is waiting at the command line. Start again there after you have signed in.',
  ),
  email: message('auth.register.email', 'Email address'),
  missing: message('auth.register.missing', 'Enter your email address, such as ada@example.org'),
  submit: message('auth.register.submit', 'Send email'),
  failed: message('auth.register.failed', "Email wasn't sent"),
  off: message('auth.register.off', 'Self-registration is off. Ask an administrator for an invitation.'),
  sent: message(
    'auth.register.sent',
    'If this address is allowed to register, an email is on its way. The link works once. Check your spam folder too.',
  ),
} as const;
