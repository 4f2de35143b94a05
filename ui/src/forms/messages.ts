import { message } from '@lading/contract';

export const messages = {
  show: message('ui.password.show', 'Show password'),
  hide: message('ui.password.hide', 'Hide password'),
  capsLock: message('ui.password.capsLock', 'Caps Lock is on'),
} as const;
