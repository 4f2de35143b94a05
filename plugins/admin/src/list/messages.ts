import { message } from '@lading/contract';

export const messages = {
  clear: message('admin.list.clear', 'Clear filter'),
  nothingFound: message('admin.list.nothingFound', 'No results for “{filter}”'),
  yes: message('admin.list.yes', 'Yes'),
  never: message('admin.list.never', 'Never'),
} as const;
