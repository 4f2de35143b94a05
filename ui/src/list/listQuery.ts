/** Search, filters, and order of a list, which are all in the URL. */
export interface ListQuery {
  readonly search: string;
  readonly sortBy: string;
  readonly descending: boolean;
  /** The values of the filters in use. */
  readonly filters: Readonly<Record<string, string>>;
}

/** The query parameters of a list. Unknown or invalid values fall back to the default. */
export interface ListKeys {
  /** `filter` by default. */
  readonly search?: string | undefined;
  /** Columns to sort by; the first is the default. */
  readonly sorts: readonly string[];
  /** Whether columns of plugins are orders as well. Only their keys have a slash. */
  readonly sortsAdded?: boolean | undefined;
  /** The default direction. */
  readonly descending?: boolean | undefined;
  /** The filters, with their valid values; without these, any text is valid. */
  readonly filters?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

export function readListQuery(address: string, keys: ListKeys): ListQuery {
  const params = new URLSearchParams(address);
  const wanted = params.get('sort_by') ?? '';
  const filters = (keys.filters ?? []).flatMap(({ key, values }) => {
    const value = params.get(key) ?? '';
    return value === '' || (values && !values.includes(value)) ? [] : [[key, value]];
  });
  return {
    search: params.get(keys.search ?? 'filter') ?? '',
    sortBy:
      keys.sorts.includes(wanted) || (keys.sortsAdded && wanted.includes('/'))
        ? wanted
        : (keys.sorts[0] ?? ''),
    descending: directionOf(params.get('sort_type')) ?? keys.descending ?? false,
    filters: Object.fromEntries(filters),
  };
}

/** Returns the query string of the URL; defaults are omitted, and unrelated parameters stay. */
export function listQueryAddress(query: ListQuery, keys: ListKeys, address = ''): string {
  const { search = 'filter', sorts, descending = false, filters = [] } = keys;
  const params = new URLSearchParams(address);
  const put = (key: string, value: string): void => {
    params.delete(key);
    if (value !== '') params.set(key, value);
  };
  put(search, query.search);
  for (const { key } of filters) put(key, query.filters[key] ?? '');
  put('sort_by', query.sortBy === sorts[0] ? '' : query.sortBy);
  put('sort_type', query.descending === descending ? '' : query.descending ? 'descend' : 'ascend');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function directionOf(typed: string | null): boolean | undefined {
  const word = (typed ?? '').replace('$', '').toLowerCase();
  if (word.startsWith('desc')) return true;
  return word.startsWith('asc') ? false : undefined;
}
