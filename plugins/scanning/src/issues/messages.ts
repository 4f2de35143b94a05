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
    'No imported advisory affects this version. It is rechecked after each change.',
  ),
  notScanned: message('scanning.issues.notScanned', 'Not Scanned'),
  notScannedMore: message(
    'scanning.issues.notScannedMore',
    'No advisories for this package type are imported, or the version was just published.',
  ),
  needsLicense: message('scanning.issues.needsLicense', 'Requires an Xray license'),
  failed: message('scanning.issues.failed', 'Failed to load vulnerabilities'),
  advisories: message('scanning.issues.advisories', 'Import advisories'),
  licenses: message('scanning.issues.licenses', 'License violations'),
  banned: message('scanning.issues.banned', '{license} is banned'),
  unlisted: message('scanning.issues.unlisted', '{license} is not an allowed license'),
  unknown: message('scanning.issues.unknown', '{license} is not a known license'),
  missing: message('scanning.issues.missing', 'No license specified'),
} as const;
