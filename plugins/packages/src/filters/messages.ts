import { message } from '@lading/contract';

export const messages = {
  more: message('packages.filters.more', 'More filters'),
  moreSet: message('packages.filters.moreSet', 'More filters ({count})'),
  clear: message('packages.filters.clear', 'Clear filters'),
  notLoaded: message('packages.filters.notLoaded', 'Failed to load the filters'),
} as const;
