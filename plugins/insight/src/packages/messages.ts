import { message } from '@lading/contract';

export const messages = {
  failed: message('insight.packages.failed', 'Failed to load packages'),
  noStarred: message('insight.starred.none', 'No starred packages'),
  noStarredMore: message(
    'insight.starred.noneMore',
    'Star a package on its page to find it here and to be notified of new versions.',
  ),
  starredFailed: message('insight.starred.failed', 'Failed to load starred packages'),
  noDownloads: message('insight.downloads.none', 'No downloads'),
  noDownloadsMore: message('insight.downloads.noneMore', 'Downloads of packages are counted from now on.'),
  downloadCount: message('insight.downloads.count', '{count} downloads'),
  perDay: message('insight.trend.perDay', 'Downloads per day'),
  trendFailed: message('insight.trend.failed', 'Failed to load downloads per day'),
  trendValue: message('insight.trend.value', '{count, plural, one {# download} other {# downloads}}'),
  trendCount: message(
    'insight.trend.count',
    '{count, plural, one {# download} other {# downloads}} in {days} days',
  ),
  trendNone: message('insight.trend.none', 'No downloads in the last {days, number} days'),
  trendSince: message('insight.trend.since', 'Downloads per day are counted since {since}.'),
  trendIncomplete: message(
    'insight.trend.incomplete',
    'Repositories that you can read only in part are not included.',
  ),
  noVulnerable: message('insight.vulnerable.none', 'No packages with known critical or high vulnerabilities'),
  noVulnerableMore: message(
    'insight.vulnerable.noneMore',
    'This covers the latest versions of scanned packages. Packages that are not scanned are not included.',
  ),
  critical: message('insight.vulnerable.critical', '{count} critical'),
  high: message('insight.vulnerable.high', '{count} high'),
  all: message('insight.packages.all', 'Show all'),
};
