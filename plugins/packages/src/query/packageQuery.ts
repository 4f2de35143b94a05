import type { PackageFilter, PackageOrder, PackageOrderField } from '@lading/contract/rest';
import { platformPattern } from '../search/wildcards.ts';
import { sortDirection } from '../sorting/sortDirection.ts';
import { listedTypes } from '../types/packageTypes.ts';

/** So many rows a page has. */
export const PAGE_SIZE = 100;

/** What a list of packages is asked for, as its address says it. */
export interface PackageQuery {
  readonly name: string;
  readonly types: readonly string[];
  readonly repos: readonly string[];
  readonly sortBy: PackageSortKey;
  readonly descending: boolean;
}

const ORDER_FIELDS = {
  name: 'NAME',
  created: 'CREATED',
  modified: 'MODIFIED',
  downloads: 'DOWNLOADS',
} as const satisfies Record<string, PackageOrderField>;

export type PackageSortKey = keyof typeof ORDER_FIELDS;

/** Reads the query of an address. What it does not know is left out. */
export function readPackageQuery(search: string): PackageQuery {
  const keys = new URLSearchParams(search);
  const sortBy = keys.get('sort_by')?.toLowerCase() ?? '';
  return {
    name: keys.get('name') ?? keys.get('lowercase_name') ?? '',
    types: listedTypes(keys.getAll('package_type')),
    repos: keys.getAll('repos'),
    sortBy: Object.hasOwn(ORDER_FIELDS, sortBy) ? (sortBy as PackageSortKey) : 'name',
    descending: sortDirection(keys.get('sort_type')) === 'DESC',
  };
}

/** The address's query: what is as by default is not in it. */
export function packageQueryAddress(query: PackageQuery): string {
  const keys = new URLSearchParams();
  if (query.name) keys.set('name', query.name);
  for (const type of query.types) keys.append('package_type', type);
  for (const repo of query.repos) keys.append('repos', repo);
  if (query.sortBy !== 'name') keys.set('sort_by', query.sortBy);
  if (query.descending) keys.set('sort_type', 'desc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

export function isFiltered(query: PackageQuery): boolean {
  return query.name !== '' || query.types.length > 0 || query.repos.length > 0;
}

export function packageFilter(query: PackageQuery): PackageFilter {
  const name = platformPattern(query.name);
  return {
    ...(name === undefined ? {} : { name }),
    ...(query.types.length > 0 ? { packageTypeIn: [...query.types] } : {}),
    ...(query.repos.length > 0 ? { repositoriesIn: query.repos.map((repo) => ({ name: repo })) } : {}),
  };
}

/** By name ascending unless the query says otherwise. */
export function packageOrder(query: PackageQuery): PackageOrder {
  return { field: ORDER_FIELDS[query.sortBy], direction: query.descending ? 'DESC' : 'ASC' };
}
