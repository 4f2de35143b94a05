import { message } from '@lading/contract';

export const messages = {
  severitiesFailed: message('insight.severities.failed', 'Failed to count vulnerable packages'),
  packageCount: message('insight.severities.count', '{count, plural, one {# package} other {# packages}}'),
  packagesAtLeast: message('insight.severities.atLeast', 'At least {count} packages'),
  unknownCount: message('insight.severities.unknownCount', 'Unknown: too many packages'),
  about: message(
    'insight.severities.about',
    'Packages whose latest version has known vulnerabilities, by severity',
  ),
  partial: message(
    'insight.severities.partial',
    'Repositories that you can read only in part are not included.',
  ),
  unknown: message('insight.vulnerable.unknown', 'Vulnerabilities are unknown'),
  unknownMore: message(
    'insight.vulnerable.unknownMore',
    'No packages are scanned. An administrator imports advisories under Administration, Advisories.',
  ),
  unknownTypes: message(
    'insight.vulnerable.unknownTypes',
    'Not scanned, or only in part: {types}. Vulnerabilities of these packages are unknown.',
  ),
  newFailed: message('insight.newVulnerabilities.failed', 'Failed to load newly found vulnerabilities'),
  noneNew: message(
    'insight.newVulnerabilities.none',
    'No vulnerabilities found in the last {days, number} days',
  ),
  noneNewMore: message(
    'insight.newVulnerabilities.noneMore',
    'This covers the versions of scanned packages that you can read.',
  ),
  waiting: message('insight.newVulnerabilities.waiting', 'Versions are waiting for their scan.'),
  incomplete: message(
    'insight.newVulnerabilities.incomplete',
    'More vulnerabilities were found than can be examined here. Some can be missing.',
  ),
};
