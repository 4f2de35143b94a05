import type { Http } from '@lading/contract';
import type { ComponentSearch } from '@lading/contract/rest';
import type { Page, RowSource } from '@lading/ui/table';

export type ScannedPackage = ComponentSearch['data'][number];

/** So many rows a page has. */
const PAGE_SIZE = 100;
/** The platform pages no further: who looks for more says more of the name. */
export const DEEPEST = 1000;

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

/** There are more, or may be, than the platform pages to. */
export function isCapped({ complete, length, total }: RowSource<ScannedPackage>): boolean {
  return complete && length >= DEEPEST && (total === undefined || total > length);
}

/** A page, by its number as text. Throws `HttpFailure`. */
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
  const more = data.length === PAGE_SIZE && (page + 1) * PAGE_SIZE <= DEEPEST;
  return { rows: data, next: more ? String(page + 1) : undefined, total: total_count ?? undefined };
}
