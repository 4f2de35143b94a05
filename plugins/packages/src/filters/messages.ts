import { message } from '@lading/contract';

export const messages = {
  more: message('packages.filters.more', 'More filters'),
  moreSet: message('packages.filters.moreSet', 'More filters ({count})'),
  repositories: message('packages.filters.repositories', 'Repositories, with commas'),
  licences: message('packages.filters.licences', 'Licences, with commas'),
  tags: message('packages.filters.tags', 'Keywords, with commas'),
  description: message('packages.filters.description', 'Description'),
  version: message('packages.filters.version', 'Newest version'),
  checksum: message('packages.filters.checksum', 'Checksum of a file'),
  scope: message('packages.filters.scope', 'Scope'),
  changedSince: message('packages.filters.changedSince', 'Changed since'),
  changedUntil: message('packages.filters.changedUntil', 'Changed until'),
  releases: message('packages.filters.releases', 'Releases only'),
  packageId: message('packages.filters.packageId', 'Package id'),
  cve: message('packages.filters.cve', 'CVE'),
  severities: message('packages.filters.severities', 'Has vulnerabilities'),
  critical: message('packages.filters.critical', 'Critical'),
  high: message('packages.filters.high', 'High'),
  medium: message('packages.filters.medium', 'Medium'),
  low: message('packages.filters.low', 'Low'),
  files: message('packages.filters.files', 'Show files'),
} as const;
