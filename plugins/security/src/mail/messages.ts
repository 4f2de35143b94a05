import { message } from '@lading/contract';

export const messages = {
  title: message('security.mail.title', 'Mail server'),
  on: message('security.mail.on', 'Send mails'),
  onHelp: message(
    'security.mail.onHelp',
    'For forgotten passwords, invitations and registrations. Without it nobody can ask for them.',
  ),
  host: message('security.mail.host', 'Host'),
  port: message('security.mail.port', 'Port'),
  security: message('security.mail.security', 'Encryption'),
  securityHelp: message('security.mail.securityHelp', 'None only where the network is trusted.'),
  tls: message('security.mail.tls', 'TLS'),
  starttls: message('security.mail.starttls', 'STARTTLS'),
  none: message('security.mail.none', 'None'),
  username: message('security.mail.username', 'User name'),
  from: message('security.mail.from', 'Sender'),
  fromHelp: message('security.mail.fromHelp', 'A mail address, such as lading@example.org'),
  prefix: message('security.mail.prefix', 'Before each subject'),
  to: message('security.mail.to', 'Send a test mail to'),
} as const;
