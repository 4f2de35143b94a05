import { message } from '@lading/contract';

export const messages = {
  download: message('ui.display.download', 'Download'),
} as const;
