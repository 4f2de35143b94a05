import { message } from '@lading/contract';

export const messages = {
  title: message('admin.advanced.title', 'Advanced menu'),
  search: message('admin.advanced.search', 'Search the administration'),
  nothing: message('admin.advanced.nothing', 'Nothing in the administration matches “{search}”'),
  clear: message('admin.advanced.clear', 'Clear the search'),
  empty: message('admin.advanced.empty', 'There is nothing that you can administer'),
  general: message('admin.advanced.general', 'General'),
  found: message('admin.advanced.found', '{count, plural, =0 {Nothing found} one {# link} other {# links}}'),
} as const;
