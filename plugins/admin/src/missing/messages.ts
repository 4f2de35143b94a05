import { message } from '@lading/contract';

export const messages = {
  here: message(
    'admin.missing.here',
    'The service “{service}” is here, but no plug-in of the console has a screen for it.',
  ),
  next: message('admin.missing.next', 'What you can do'),
  command: message('admin.missing.command', 'Command'),
} as const;
