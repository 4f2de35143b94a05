import { PAGE_SIZE, type PackageQuery, packageQueryAddress } from '../query/packageQuery.ts';

/** Returns the query to save: without the page, empty without a search and filters. */
export function savedQuery(query: PackageQuery): string {
  return packageQueryAddress({ ...query, endCursor: undefined, limit: PAGE_SIZE }).slice(1);
}

const ORDER: readonly string[] = ['sort_by', 'sort_type'];

/** Returns the search and the values of the filters, for users. */
export function describeQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([key]) => !ORDER.includes(key))
    .map(([key, value]) => (value === 'true' ? key : value))
    .join(' · ');
}
