type Kind = 'pattern' | 'text' | 'severity' | 'date' | 'count';

/** A condition of a search, such as `type:npm`. */
interface KeyDefinition {
  kind: Kind;
  /** Other operators than `:`. */
  compares: boolean;
  /** Whether a minus sign can exclude its matches. */
  excludes: boolean;
  /** Follows "such as" in messages. */
  example: string;
}

const text = { kind: 'text', compares: false, excludes: true } as const;
const pattern = { kind: 'pattern', compares: false, excludes: true } as const;
const date = { kind: 'date', compares: true, excludes: false } as const;
const count = { kind: 'count', compares: true, excludes: false } as const;

/** All keys of conditions, in the order of the documentation. */
export const searchKeys = {
  type: { ...text, example: 'type:npm' },
  repo: { ...text, example: 'repo:npm-local' },
  project: { ...text, excludes: false, example: 'project:tea' },
  name: { ...pattern, example: 'name:react*' },
  version: { ...pattern, example: 'version:1.2.*' },
  keyword: { ...pattern, example: 'keyword:cli' },
  description: { ...pattern, example: 'description:parser' },
  license: { ...pattern, example: 'license:GPL*' },
  dependency: { ...text, example: 'dependency:lodash' },
  severity: { kind: 'severity', compares: true, excludes: false, example: 'severity>=high' },
  cve: { ...text, excludes: false, example: 'cve:CVE-2021-44228' },
  checksum: { ...text, excludes: false, example: 'checksum:SHA-256' },
  created: { ...date, example: 'created>=2026-01-31' },
  modified: { ...date, example: 'modified>=2026-01-31' },
  downloads: { ...count, example: 'downloads>1000' },
  versions: { ...count, example: 'versions>=10' },
} as const satisfies Record<string, KeyDefinition>;

export type SearchKey = keyof typeof searchKeys;
/** Conditions about any version of a package, not only the newest one. */
export const keysOfAnyVersion: ReadonlySet<SearchKey> = new Set(['version', 'cve', 'checksum', 'dependency']);
export type Operator = ':' | '>' | '>=' | '<' | '<=';

export function isSearchKey(key: string): key is SearchKey {
  return Object.hasOwn(searchKeys, key);
}
