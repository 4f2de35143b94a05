import type { VersionFilter, VersionOrder, VersionOrderField } from '@lading/contract/rest';
import { platformPattern } from '../search/wildcards.ts';
import { sortDirection } from '../sorting/sortDirection.ts';

/** What a list of versions is asked for, as its address says it. */
export interface VersionQuery {
  readonly name: string;
  readonly ignorePreRelease: boolean;
  readonly sortBy: VersionSortKey;
  readonly descending: boolean;
}

const ORDER_FIELDS = {
  name: 'NAME_SEMVER',
  created: 'CREATED',
  downloads: 'DOWNLOADS',
} as const satisfies Record<string, VersionOrderField>;

export type VersionSortKey = keyof typeof ORDER_FIELDS;

/** Reads the query of an address. Versions are by name descending unless it says otherwise. */
export function readVersionQuery(search: string): VersionQuery {
  const keys = new URLSearchParams(search);
  const sortBy = keys.get('sort_by')?.toLowerCase() ?? '';
  return {
    name: keys.get('name') ?? '',
    ignorePreRelease: keys.get('ignorePreRelease') === 'true',
    sortBy: Object.hasOwn(ORDER_FIELDS, sortBy) ? (sortBy as VersionSortKey) : 'name',
    descending: sortDirection(keys.get('sort_type') ?? 'desc') === 'DESC',
  };
}

/** The address's query: what is as by default is not in it. */
export function versionQueryAddress(query: VersionQuery): string {
  const keys = new URLSearchParams();
  if (query.name) keys.set('name', query.name);
  if (query.ignorePreRelease) keys.set('ignorePreRelease', 'true');
  if (query.sortBy !== 'name') keys.set('sort_by', query.sortBy);
  if (!query.descending) keys.set('sort_type', 'asc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

export function versionFilter(packageId: string, query: VersionQuery): VersionFilter {
  const name = platformPattern(query.name);
  return {
    packageId,
    ...(name === undefined ? {} : { name }),
    ...(query.ignorePreRelease ? { ignorePreRelease: true } : {}),
  };
}

/** By semver: `1.10.0` is after `1.9.0`. */
export function versionOrder(query: VersionQuery): VersionOrder {
  return { field: ORDER_FIELDS[query.sortBy], direction: query.descending ? 'DESC' : 'ASC' };
}
