import { message } from '@lading/contract';

export const messages = {
  about: message(
    'admin.analytics.about',
    'How often pages and functions of the console are used. Counts are stored in this server’s database only, and never sent anywhere. They contain no users, addresses, URLs, or names of packages.',
  ),
  on: message('admin.analytics.on', 'Usage analytics are on.'),
  off: message('admin.analytics.off', 'Usage analytics are off: browsers send no events.'),
  what: message('admin.analytics.what', 'event counts'),
  counted: message('admin.analytics.counted', '{count, plural, one {# event count} other {# event counts}}'),
  filter: message('admin.analytics.filter', 'Filter events'),
  period: message('admin.analytics.period', 'Period'),
  day: message('admin.analytics.day', 'Today'),
  week: message('admin.analytics.week', 'Last 7 days'),
  month: message('admin.analytics.month', 'Last 30 days'),
  year: message('admin.analytics.year', 'Last 400 days'),
  date: message('admin.analytics.date', 'Day'),
  event: message('admin.analytics.event', 'Event'),
  count: message('admin.analytics.count', 'Count'),
  sessions: message('admin.analytics.sessions', 'Sessions'),
  none: message('admin.analytics.none', 'No events'),
  noneMore: message(
    'admin.analytics.noneMore',
    'Open pages of the console send their counts every 30 seconds, once the console is reloaded.',
  ),
  noneOff: message('admin.analytics.noneOff', 'Turn usage analytics on in the settings to count events.'),
  settings: message('admin.analytics.settings', 'Settings'),
  remove: message('admin.analytics.remove', 'Delete all'),
  removeTitle: message('admin.analytics.removeTitle', 'Delete all counts?'),
  removeText: message(
    'admin.analytics.removeText',
    'The counts of all days are deleted permanently, including those that the filters hide.',
  ),
  removed: message(
    'admin.analytics.removed',
    '{count, plural, one {# count deleted} other {# counts deleted}}',
  ),
  failed: message('admin.analytics.failed', 'Failed to delete the counts: {cause}'),
} as const;

export const settingsMessages = {
  title: message('admin.analytics.settingsTitle', 'Settings of usage analytics'),
  failed: message('admin.analytics.settingsFailed', 'Failed to load the settings of usage analytics'),
  saved: message('admin.analytics.saved', 'Settings of usage analytics saved'),
  enabled: message('admin.analytics.enabled', 'Count events in the console'),
  enabledHelp: message(
    'admin.analytics.enabledHelp',
    'Collected per day: opened pages by the name of their route, sign-ins, the purpose, role, and desired features of the personalization, and events of plugins by name. Browsers count after their next reload.',
  ),
  days: message('admin.analytics.days', 'Days'),
  daysHelp: message('admin.analytics.daysHelp', 'Days until counts are deleted, from 1 to 400.'),
  badDays: message('admin.analytics.badDays', 'Enter a whole number from 1 to 400.'),
} as const;
