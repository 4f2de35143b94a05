import { message } from '@lading/contract';

export const messages = {
  title: message('security.mail.title', 'Email server'),
  on: message('security.mail.on', 'Send email'),
  onHelp: message(
    'security.mail.onHelp',
    'Required for password resets, invitations, and self-registration.',
  ),
  host: message('security.mail.host', 'Host'),
  port: message('security.mail.port', 'Port'),
  security: message('security.mail.security', 'Encryption'),
  securityHelp: message('security.mail.securityHelp', 'Use None on trusted networks only.'),
  tls: message('security.mail.tls', 'TLS'),
  starttls: message('security.mail.starttls', 'STARTTLS'),
  none: message('security.mail.none', 'None'),
  username: message('security.mail.username', 'User name'),
  from: message('security.mail.from', 'Sender'),
  fromHelp: message('security.mail.fromHelp', 'An email address, such as lading@example.org'),
  prefix: message('security.mail.prefix', 'Subject prefix'),
  to: message('security.mail.to', 'Recipient of the test email'),
} as const;
