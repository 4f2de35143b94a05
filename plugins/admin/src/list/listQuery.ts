/** What of a list is shown, and in which order. */
export interface ListQuery {
  readonly filter: string;
  readonly sortBy: string;
  readonly descending: boolean;
}

/** What an address asks for. What it does not know, or knows wrong, is as the list is by itself: by its first column. */
export function readListQuery(search: string, sortable: readonly string[]): ListQuery {
  const params = new URLSearchParams(search);
  const wanted = params.get('sort_by') ?? '';
  return {
    filter: params.get('filter') ?? '',
    sortBy: sortable.includes(wanted) ? wanted : (sortable[0] ?? ''),
    descending: (params.get('sort_type') ?? '').replace('$', '').startsWith('desc'),
  };
}

/** The address's query; empty where the list is as it is by itself. */
export function listQueryAddress(query: ListQuery, sortable: readonly string[]): string {
  const params = new URLSearchParams();
  if (query.filter !== '') params.set('filter', query.filter);
  if (query.sortBy !== sortable[0]) params.set('sort_by', query.sortBy);
  if (query.descending) params.set('sort_type', 'descend');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
