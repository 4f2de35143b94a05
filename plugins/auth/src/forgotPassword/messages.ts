import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.forgot.heading', 'Forgot your password?'),
  about: message(
    'auth.forgot.about',
    'Type your user name or mail address. You get a mail with a link to choose a new password.',
  ),
  user: message('auth.forgot.user', 'User name or mail address'),
  missing: message('auth.forgot.missing', 'Type your user name or mail address'),
  submit: message('auth.forgot.submit', 'Send the mail'),
  failed: message('auth.forgot.failed', "Email wasn't sent"),
  sent: message(
    'auth.forgot.sent',
    'If there is such a user with a mail address, a mail is on its way. Its link works once and for a short time: look into your mailbox, also among the spam.',
  ),
} as const;
