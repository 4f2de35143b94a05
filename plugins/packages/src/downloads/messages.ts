import { message } from '@lading/contract';

export const messages = {
  perDay: message('packages.downloads.perDay', 'Downloads per day'),
  value: message('packages.downloads.value', '{count, plural, one {# download} other {# downloads}}'),
  period: message('packages.downloads.period', 'Period'),
  days: message('packages.downloads.days', '{count, number} days'),
  inPeriod: message(
    'packages.downloads.inPeriod',
    '{count, plural, one {# download} other {# downloads}} in {days} days',
  ),
  none: message(
    'packages.downloads.none',
    'No downloads in the last {days, number} days. Downloads per day are counted since {since}.',
  ),
  since: message('packages.downloads.since', 'Downloads per day are counted since {since}.'),
  failed: message('packages.downloads.failed', 'Failed to load downloads per day'),
} as const;
