/** Kinds of search for artifacts. */
export const KINDS = ['quick', 'archive', 'property', 'checksum'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind that an address names; Quick where it names none, or where what archives hold is not kept. */
export function kindOf(searchType: string, archiveIndexing: boolean): Kind {
  const kind = KINDS.find((known) => known === searchType.toLowerCase()) ?? 'quick';
  return kind === 'archive' && !archiveIndexing ? 'quick' : kind;
}

/** The package types that a search offers; the first stands for all. */
export const SEARCH_TYPES = ['All', 'docker', 'npm', 'maven', 'go', 'nuget', 'helm', 'mysql'] as const;

/** Names of repositories as they may be, for who has to type one. */
export const SAMPLE_REPOSITORIES = ['npm-local', 'npm-remote', 'docker-local', 'docker-virtual'] as const;

/** What may be typed: the same in every language. */
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

/** Those that are asked for, the gravest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
