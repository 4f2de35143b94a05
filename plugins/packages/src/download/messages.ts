import { message } from '@lading/contract';

export const messages = {
  download: message('packages.download.action', 'Download'),
  forbidden: message('packages.download.forbidden', 'You may not download this file'),
  missing: message('packages.download.missing', 'This file is not there any more'),
} as const;
