import { message } from '@lading/contract';

export const messages = {
  heading: message('search.xray.heading', 'Scanned packages'),
  what: message('search.xray.what', 'packages'),
  counted: message('search.xray.counted', '{count, plural, one {# package} other {# packages}}'),
  filter: message('search.xray.filter', 'Filter by name'),
  name: message('search.xray.name', 'Name'),
  type: message('search.xray.type', 'Type'),
  severity: message('search.xray.severity', 'Top severity'),
  issues: message('search.xray.issues', 'Issues'),
  latest: message('search.xray.latest', 'Latest version'),
  updated: message('search.xray.updated', 'Updated'),
  capped: message(
    'search.xray.capped',
    'Only the first {count, number} packages are listed. Enter a longer part of the name to find others.',
  ),
  clean: message('search.xray.clean', 'None known'),
  notScanned: message('search.xray.notScanned', 'Not Scanned'),
  none: message('search.xray.none', 'No packages found, please refine your search criteria'),
  clear: message('search.xray.clear', 'Clear filter'),
} as const;
