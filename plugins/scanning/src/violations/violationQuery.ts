import type { ViolationsRequest } from '@lading/contract/rest';
import { SEVERITIES } from '@lading/ui';

/** On a page. */
export const PAGE_SIZE = 50;
/** Pages up to here can be turned to. */
export const LAST_PAGE = 200;

/** What the address asks for. */
export interface ViolationQuery {
  readonly name: string;
  readonly kind: '' | 'License' | 'Security';
  readonly severity: string;
  readonly cve: string;
  readonly page: number;
}

/** What is in the address and makes no sense is passed over. */
export function readQuery(search: URLSearchParams): ViolationQuery {
  const kind = search.get('kind');
  const severity = search.get('severity') ?? '';
  const page = Number(search.get('page') ?? 1);
  return {
    name: (search.get('name') ?? '').slice(0, 200),
    kind: kind === 'License' || kind === 'Security' ? kind : '',
    severity: SEVERITIES.some((known) => known === severity) ? severity : '',
    cve: (search.get('cve') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

export function writeQuery({ name, kind, severity, cve, page }: ViolationQuery): [string, string][] {
  const keys: [string, string][] = [
    ['name', name.trim()],
    ['kind', kind],
    ['severity', severity],
    ['cve', cve.trim()],
    ['page', page > 1 ? String(page) : ''],
  ];
  return keys.filter(([, value]) => value !== '');
}

export function isFiltered({ name, kind, severity, cve }: ViolationQuery): boolean {
  return [name, kind, severity, cve].some((value) => value !== '');
}

export function requestOf({ name, kind, severity, cve, page }: ViolationQuery): ViolationsRequest {
  return {
    filters: {
      ...(name === '' ? {} : { name_contains: name }),
      ...(kind === '' ? {} : { violation_type: kind }),
      ...(severity === '' ? {} : { min_severity: severity }),
      ...(cve === '' ? {} : { cve_id: cve.toUpperCase() }),
    },
    pagination: { order_by: 'created', direction: 'desc', limit: PAGE_SIZE, offset: page },
  };
}
