/** Types of artifact searches. */
export const KINDS = ['quick', 'archive', 'property', 'checksum'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Returns the search type of a URL; Quick for unknown types, and for archives when archive indexing
 * is off.
 */
export function kindOf(searchType: string, archiveIndexing: boolean): Kind {
  const kind = KINDS.find((known) => known === searchType.toLowerCase()) ?? 'quick';
  return kind === 'archive' && !archiveIndexing ? 'quick' : kind;
}

/** Package types offered by the search; the first one means all. */
export const SEARCH_TYPES = ['All', 'docker', 'npm', 'maven', 'go', 'nuget', 'helm', 'mysql'] as const;

/** Example repository names, shown when the user has to type one. */
export const SAMPLE_REPOSITORIES = ['npm-local', 'npm-remote', 'docker-local', 'docker-virtual'] as const;

/** Example input, the same in every language. */
export const EXAMPLES = {
  archive: '*.jar',
  path: 'org/acme/*',
  property: 'build.name=app',
  pkg: 'left-pad',
  version: '1.*',
  scope: '@acme',
  branch: 'main',
  cve: 'CVE-2021-44228',
} as const;

/** Severities to filter by, highest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
