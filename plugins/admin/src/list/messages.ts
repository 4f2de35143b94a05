import { message } from '@lading/contract';

export const messages = {
  yes: message('admin.list.yes', 'Yes'),
  never: message('admin.list.never', 'Never'),
} as const;
