import { message } from '@lading/contract';

export const messages = {
  caption: message(
    'scanning.issues.caption',
    '{count, plural, one {# vulnerability} other {# vulnerabilities}}',
  ),
  severity: message('scanning.issues.severity', 'Severity'),
  vulnerability: message('scanning.issues.vulnerability', 'Vulnerability'),
  fixed: message('scanning.issues.fixed', 'Fixed in'),
  notFixed: message('scanning.issues.notFixed', 'Not fixed'),
  published: message('scanning.issues.published', 'Published'),
  none: message('scanning.issues.none', 'No known vulnerabilities'),
  noneMore: message(
    'scanning.issues.noneMore',
    'No advisory that is held here is about this version. It is looked at again whenever they change.',
  ),
  notScanned: message('scanning.issues.notScanned', 'Not Scanned'),
  notScannedMore: message(
    'scanning.issues.notScannedMore',
    'There are no advisories here for packages of this type, or the version came just now.',
  ),
  needsLicence: message('scanning.issues.needsLicence', 'Requires an Xray license'),
  failed: message('scanning.issues.failed', 'The vulnerabilities could not be fetched'),
  advisories: message('scanning.issues.advisories', 'Import advisories'),
  licences: message('scanning.issues.licences', 'Licences that the policy does not allow'),
  banned: message('scanning.issues.banned', '{license} is banned'),
  unlisted: message('scanning.issues.unlisted', '{license} is not among those allowed'),
  unknown: message('scanning.issues.unknown', '{license} is no licence that is known'),
  missing: message('scanning.issues.missing', 'No licence is named'),
} as const;
