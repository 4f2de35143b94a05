import { message } from '@lading/contract';

export const messages = {
  download: message('packages.download.action', 'Download'),
  forbidden: message('packages.download.forbidden', 'You have no permission to download this file'),
  missing: message('packages.download.missing', 'This file no longer exists'),
} as const;
