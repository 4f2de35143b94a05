import { message } from '@lading/contract';

export const messages = {
  title: message('admin.advanced.title', 'Advanced menu'),
  search: message('admin.advanced.search', 'Search the administration'),
  nothing: message('admin.advanced.nothing', 'No results for “{search}” in the administration'),
  clear: message('admin.advanced.clear', 'Clear search'),
  empty: message('admin.advanced.empty', 'You have no permission to administer anything'),
  general: message('admin.advanced.general', 'General'),
  found: message('admin.advanced.found', '{count, plural, =0 {No results} one {# link} other {# links}}'),
} as const;
