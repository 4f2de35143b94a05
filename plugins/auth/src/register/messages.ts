import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.register.heading', 'Register'),
  about: message('auth.register.about', 'You get a mail with a link to choose a password and come in.'),
  client: message(
    'auth.register.client',
    '{client} waits at the command line: begin there anew once you can sign in.',
  ),
  email: message('auth.register.email', 'Mail address'),
  missing: message('auth.register.missing', 'Type your mail address, such as ada@example.org'),
  submit: message('auth.register.submit', 'Send the mail'),
  failed: message('auth.register.failed', "Email wasn't sent"),
  off: message('auth.register.off', 'Nobody registers himself here: ask an administrator to invite you.'),
  sent: message(
    'auth.register.sent',
    'If this address may register, a mail is on its way. Its link works once: look into your mailbox, also among the spam.',
  ),
} as const;
