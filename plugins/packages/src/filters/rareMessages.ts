import { message } from '@lading/contract';

/** Texts of the fields that are loaded when the user opens them. */
export const messages = {
  repositories: message('packages.filters.repositories', 'Repositories (comma-separated)'),
  licenses: message('packages.filters.licenses', 'Licenses (comma-separated)'),
  tags: message('packages.filters.tags', 'Keywords (comma-separated)'),
  description: message('packages.filters.description', 'Description'),
  version: message('packages.filters.version', 'Latest version'),
  checksum: message('packages.filters.checksum', 'Checksum of a file'),
  scope: message('packages.filters.scope', 'Scope'),
  changedSince: message('packages.filters.changedSince', 'Changed since'),
  changedUntil: message('packages.filters.changedUntil', 'Changed until'),
  releases: message('packages.filters.releases', 'Releases only'),
  plugins: message('packages.filters.plugins', 'Show console plugins'),
  packageId: message('packages.filters.packageId', 'Package ID'),
  cve: message('packages.filters.cve', 'CVE'),
  severities: message('packages.filters.severities', 'Has vulnerabilities'),
  tooMany: message('packages.filters.tooMany', 'Unknown: too many packages to count'),
  project: message('packages.filters.project', 'Project'),
  anyProject: message('packages.filters.anyProject', 'All projects'),
  projectsNotLoaded: message('packages.filters.projectsNotLoaded', 'Failed to load the filter by project'),
  notCounted: message('packages.filters.notCounted', 'Failed to count packages: {cause}'),
  critical: message('packages.filters.critical', 'Critical'),
  high: message('packages.filters.high', 'High'),
  medium: message('packages.filters.medium', 'Medium'),
  low: message('packages.filters.low', 'Low'),
  files: message('packages.filters.files', 'Show files'),
} as const;
