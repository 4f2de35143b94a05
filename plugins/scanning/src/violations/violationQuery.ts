import type { ViolationsRequest } from '@lading/contract/rest';
import { SEVERITIES } from '@lading/ui';

/** Violations per page. */
export const PAGE_SIZE = 50;
/** Last page that the pagination can open. */
export const LAST_PAGE = 200;

/** Sortable columns. */
const SORTS = ['severity', 'name', 'created'] as const;
export type ViolationSort = (typeof SORTS)[number];

/** Query of the list, from the URL. */
export interface ViolationQuery {
  readonly name: string;
  readonly kind: '' | 'License' | 'Security';
  readonly severity: string;
  readonly cve: string;
  /** Repository key. */
  readonly repo: string;
  readonly sortBy: ViolationSort;
  readonly descending: boolean;
  readonly page: number;
}

/** Parses the URL parameters; invalid ones are ignored. */
export function readQuery(search: URLSearchParams): ViolationQuery {
  const kind = search.get('kind');
  const severity = search.get('severity') ?? '';
  const sortBy = SORTS.find((known) => known === search.get('sort_by')) ?? 'severity';
  const page = Number(search.get('page') ?? 1);
  return {
    name: (search.get('name') ?? '').slice(0, 200),
    kind: kind === 'License' || kind === 'Security' ? kind : '',
    severity: SEVERITIES.some((known) => known === severity) ? severity : '',
    cve: (search.get('cve') ?? '').slice(0, 100),
    repo: (search.get('repo') ?? '').slice(0, 100),
    sortBy,
    descending: descendingFrom(search.get('sort_type'), sortBy),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** Names are sorted ascending by default, other columns descending. */
function descendingFrom(direction: string | null, sortBy: ViolationSort): boolean {
  return direction === 'asc' || direction === 'desc' ? direction === 'desc' : sortBy !== 'name';
}

export function writeQuery(query: ViolationQuery): [string, string][] {
  const { name, kind, severity, cve, repo, sortBy, descending, page } = query;
  const usual = descending === descendingFrom(null, sortBy);
  const keys: [string, string][] = [
    ['name', name.trim()],
    ['kind', kind],
    ['severity', severity],
    ['cve', cve.trim()],
    ['repo', repo.trim()],
    ['sort_by', sortBy === 'severity' ? '' : sortBy],
    ['sort_type', usual ? '' : descending ? 'desc' : 'asc'],
    ['page', page > 1 ? String(page) : ''],
  ];
  return keys.filter(([, value]) => value !== '');
}

export function isFiltered({ name, kind, severity, cve, repo }: ViolationQuery): boolean {
  return [name, kind, severity, cve, repo].some((value) => value !== '');
}

export function requestOf(query: ViolationQuery): ViolationsRequest {
  const { name, kind, severity, cve, repo, sortBy, descending, page } = query;
  return {
    filters: {
      ...(name === '' ? {} : { name_contains: name }),
      ...(kind === '' ? {} : { violation_type: kind }),
      ...(severity === '' ? {} : { min_severity: severity }),
      ...(cve === '' ? {} : { cve_id: cve.toUpperCase() }),
      ...(repo === '' ? {} : { repository: repo }),
    },
    pagination: { order_by: sortBy, direction: descending ? 'desc' : 'asc', limit: PAGE_SIZE, offset: page },
  };
}
