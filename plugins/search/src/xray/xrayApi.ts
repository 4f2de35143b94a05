import type { Http } from '@lading/contract';
import type { ComponentSearch } from '@lading/contract/rest';
import type { Page, RowSource } from '@lading/ui/table';

export type ScannedPackage = ComponentSearch['data'][number];

/** Rows per page. */
const PAGE_SIZE = 100;
/** The platform returns no results beyond this offset; the user has to narrow the name. */
export const MAX_RESULTS = 1000;

export interface XrayQuery {
  readonly name: string;
  readonly sortBy: 'name' | 'last_updated';
  readonly descending: boolean;
}

export function readXrayQuery(search: string): XrayQuery {
  const keys = new URLSearchParams(search);
  return {
    name: keys.get('name') ?? '',
    sortBy: keys.get('sort_by') === 'last_updated' ? 'last_updated' : 'name',
    descending: /^\$?desc/i.test(keys.get('sort_type') ?? ''),
  };
}

export function xrayAddress({ name, sortBy, descending }: XrayQuery): string {
  const keys = new URLSearchParams();
  if (name) keys.set('name', name);
  if (sortBy !== 'name') keys.set('sort_by', sortBy);
  if (descending) keys.set('sort_type', 'desc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

/** Whether there are, or may be, more results than the platform's paging limit. */
export function isCapped({ complete, length, total }: RowSource<ScannedPackage>): boolean {
  return complete && length >= MAX_RESULTS && (total === undefined || total > length);
}

/** Fetches a page by its number, given as a string. Throws `HttpFailure`. */
export async function fetchScanned(
  http: Http,
  { name, sortBy, descending }: XrayQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ScannedPackage>> {
  const page = Number(cursor ?? 1);
  const { data, total_count } = await http.json<ComponentSearch>('/xray/ui/component/paginatedsearch', {
    method: 'POST',
    query: {
      direction: descending ? 'desc' : 'asc',
      num_of_rows: PAGE_SIZE,
      order_by: sortBy,
      page_num: page,
    },
    body: { search: name.replaceAll('"', '').trim() },
    signal,
  });
  const more = data.length === PAGE_SIZE && (page + 1) * PAGE_SIZE <= MAX_RESULTS;
  return { rows: data, next: more ? String(page + 1) : undefined, total: total_count ?? undefined };
}
