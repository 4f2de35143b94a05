import { message } from '@lading/contract';

export const messages = {
  here: message(
    'admin.missing.here',
    'The service “{service}” is available, but no console plugin has a screen for it.',
  ),
  next: message('admin.missing.next', 'Alternatives'),
  command: message('admin.missing.command', 'Command'),
} as const;
