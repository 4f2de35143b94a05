import { message } from '@lading/contract';

export const messages = {
  title: message('bundles.contentTitle', 'Content'),
  packages: message('bundles.contentPackages', 'Packages'),
  files: message('bundles.contentFiles', 'Files'),
  licenses: message('bundles.contentLicenses', 'Licenses'),
  vulnerabilities: message('bundles.contentVulnerabilities', 'Vulnerabilities'),
  sbom: message('bundles.sbom', 'SBOM'),
  whatPackages: message('bundles.whatPackages', 'package versions'),
  countedPackages: message(
    'bundles.countedPackages',
    '{count, plural, one {# package version} other {# package versions}}',
  ),
  searchPackages: message('bundles.searchPackages', 'Filter by package, type, or repository'),
  noPackages: message('bundles.noPackages', 'No package versions'),
  noPackagesMore: message(
    'bundles.noPackagesMore',
    'The files of this bundle version belong to no package. They are listed under Files.',
  ),
  package: message('bundles.contentPackage', 'Package'),
  repository: message('bundles.contentRepository', 'Repository'),
  license: message('bundles.contentLicense', 'License'),
  fileCount: message('bundles.fileCount', 'Files'),
  unknownLicense: message('bundles.unknownLicense', 'Unknown'),
  pending: message('bundles.scanPending', 'Waiting for scan'),
  notScanned: message('bundles.notScanned', 'Not Scanned'),
  noneKnown: message('bundles.noneKnown', 'None known'),
  findingsFailed: message('bundles.findingsFailed', 'Failed to load licenses and vulnerabilities'),
  packageVersions: message('bundles.packageVersions', 'Package versions'),
  noLicenses: message(
    'bundles.noLicenses',
    'Licenses are known for packages only, and this bundle version contains none.',
  ),
  filesWithoutPackage: message(
    'bundles.filesWithoutPackage',
    '{count, plural, one {# file belongs to no package: its licenses and vulnerabilities are unknown.} other {# files belong to no package: their licenses and vulnerabilities are unknown.}}',
  ),
  found: message(
    'bundles.foundIssues',
    '{count, plural, one {# known vulnerability} other {# known vulnerabilities}} in {scanned, plural, one {# scanned package version} other {# scanned package versions}}',
  ),
  noneFound: message(
    'bundles.noIssues',
    'No known vulnerabilities in {scanned, plural, one {# scanned package version} other {# scanned package versions}}.',
  ),
  scanningOff: message('bundles.scanningOff', 'Scanning is off: vulnerabilities are unknown.'),
  notCovered: message(
    'bundles.notCovered',
    'Not scanned: {count, plural, one {# package version. No imported advisories cover it.} other {# package versions. No imported advisories cover them.}}',
  ),
  waiting: message(
    'bundles.waitingForScan',
    'Waiting for a scan: {count, plural, one {# package version} other {# package versions}}.',
  ),
  nothingScanned: message(
    'bundles.nothingScanned',
    'Nothing is scanned: this bundle version contains no packages.',
  ),
  severity: message('bundles.severity', 'Severity'),
  vulnerability: message('bundles.vulnerability', 'Vulnerability'),
  fixed: message('bundles.fixed', 'Fixed in'),
  notFixed: message('bundles.notFixed', 'Not fixed'),
  someIssues: message('bundles.someIssues', 'Only the first {count}, by severity, are listed.'),
} as const;
