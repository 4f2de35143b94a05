import type { VersionFilter, VersionOrder, VersionOrderField } from '@lading/contract/rest';
import { platformPattern } from '../search/wildcards.ts';
import { sortDirection } from '../sorting/sortDirection.ts';
import { packageIdOf } from '../types/packageTypes.ts';
import { PAGE_SIZE } from './packageQuery.ts';
import { readList, readNumber } from './readKeys.ts';
import { readSeverities, vulnerabilityFilter } from './severities.ts';

/** The query of a version list, as stored in the URL. */
export interface VersionQuery {
  readonly name: string;
  /** Keys of repositories, at least one of which must contain the version. */
  readonly repos: readonly string[];
  /** Patterns, at least one of which must match. */
  readonly licenses: readonly string[];
  /** The version must have a vulnerability with one of them. */
  readonly severities: readonly string[];
  readonly cve: string;
  readonly ignorePreRelease: boolean;
  /** Includes the files of each version. */
  readonly includeFiles: boolean;
  /** Rows of a page. */
  readonly limit: number;
  /** Cursor of the first page. */
  readonly endCursor: string | undefined;
  readonly sortBy: VersionSortKey;
  readonly descending: boolean;
}

const ORDER_FIELDS = {
  name: 'NAME_SEMVER',
  created: 'CREATED',
  modified: 'MODIFIED',
  downloads: 'DOWNLOADS',
} as const satisfies Record<string, VersionOrderField>;

type VersionSortKey = keyof typeof ORDER_FIELDS;

/** Filters that match everything. */
export const NO_FILTERS = {
  name: '',
  repos: [],
  licenses: [],
  severities: [],
  cve: '',
  ignorePreRelease: false,
} as const satisfies Partial<VersionQuery>;

/** Reads the query of a URL. The default order is by version, descending. */
export function readVersionQuery(search: string): VersionQuery {
  const keys = new URLSearchParams(search);
  const [, sorted, direction] = /^(\w*?)\$?((?:a|de)sc(?:end)?)?$/i.exec(keys.get('sort') ?? '') ?? [];
  const sortBy = (keys.get('sort_by') ?? sorted ?? '').toLowerCase();
  return {
    name: keys.get('name') ?? '',
    repos: readList(keys, 'repos'),
    licenses: readList(keys, 'licenses'),
    severities: readSeverities(keys),
    cve: keys.get('cve')?.trim() ?? '',
    ignorePreRelease: keys.get('ignorePreRelease') === 'true',
    includeFiles: keys.get('includeFiles') === 'true',
    limit: readNumber(keys.get('limit'), 1, 1000) ?? PAGE_SIZE,
    endCursor: keys.get('endCursor') ?? undefined,
    sortBy: Object.hasOwn(ORDER_FIELDS, sortBy) ? (sortBy as VersionSortKey) : 'name',
    descending: sortDirection(keys.get('sort_type') ?? direction ?? 'desc') === 'DESC',
  };
}

/** Returns the query of the URL, without default values. */
export function versionQueryAddress(query: VersionQuery): string {
  const keys = new URLSearchParams();
  if (query.name) keys.set('name', query.name);
  for (const repo of query.repos) keys.append('repos', repo);
  for (const license of query.licenses) keys.append('licenses', license);
  for (const severity of query.severities) keys.append('severities', severity);
  if (query.cve) keys.set('cve', query.cve);
  if (query.ignorePreRelease) keys.set('ignorePreRelease', 'true');
  if (query.includeFiles) keys.set('includeFiles', 'true');
  if (query.limit !== PAGE_SIZE) keys.set('limit', String(query.limit));
  if (query.endCursor !== undefined) keys.set('endCursor', query.endCursor);
  if (query.sortBy !== 'name') keys.set('sort_by', query.sortBy);
  if (!query.descending) keys.set('sort_type', 'asc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

/** Returns the number of kinds of filters that are set. */
export function countFilters(query: VersionQuery): number {
  const { name, repos, licenses, severities, cve, ignorePreRelease } = query;
  return [name, repos.length, licenses.length, severities.length, cve, ignorePreRelease].filter(Boolean)
    .length;
}

/** Returns the package ID for a URL with a separate type: `/packages/left-pad?package_type=npm`. */
export function wholePackageId(packageId: string, search: string): string {
  const type = new URLSearchParams(search).get('package_type');
  return type === null || type === '' || packageId.includes('://') ? packageId : packageIdOf(type, packageId);
}

/** `basic`: see `basicScanning`. */
export function versionFilter(packageId: string, query: VersionQuery, basic = false): VersionFilter {
  const { repos, licenses, severities, cve, ignorePreRelease } = query;
  const name = platformPattern(query.name);
  return {
    packageId,
    ...(name === undefined ? {} : { name }),
    ...(ignorePreRelease ? { ignorePreRelease } : {}),
    ...(repos.length > 0 ? { repositoriesIn: repos.map((repo) => ({ name: repo })) } : {}),
    ...(licenses.length > 0 ? { licenses: { patterns: [...licenses] } } : {}),
    ...vulnerabilityFilter(severities),
    ...(cve && !basic ? { cve } : {}),
  };
}

/** Sorts by the version order of the format: `1.10.0` is after `1.9.0`. */
export function versionOrder(query: VersionQuery): VersionOrder {
  return { field: ORDER_FIELDS[query.sortBy], direction: query.descending ? 'DESC' : 'ASC' };
}
