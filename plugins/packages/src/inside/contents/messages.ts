import { message } from '@lading/contract';

export const messages = {
  archive: message('packages.inside.archive', 'Archive'),
} as const;
