import { message } from '@lading/contract';

export const messages = {
  clear: message('admin.list.clear', 'Clear the filter'),
  nothingFound: message('admin.list.nothingFound', 'Nothing matches “{filter}”'),
  yes: message('admin.list.yes', 'Yes'),
  never: message('admin.list.never', 'Never'),
} as const;
