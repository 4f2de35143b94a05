import type { ComponentSearch, FoundSeverity, Package, Vulnerabilities } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { consolePlugins } from '../../packages/list/consolePlugins.ts';
import { listingOrder } from '../../packages/list/packageOrder.ts';
import { visiblePage } from '../../packages/list/visible.ts';
import type { Scans } from '../../packages/scans.ts';
import type { View } from '../../packages/sql/readable.ts';

const fields = { name: 'NAME', pkg_name: 'NAME', last_updated: 'MODIFIED', created: 'CREATED' } as const;

/** Maximum rows reachable by paging; larger results need a more specific search. */
const maxRows = 1000;

export interface ComponentQuery {
  direction?: string;
  num_of_rows?: string;
  order_by?: string;
  page_num?: string;
}

/**
 * Returns a page of visible packages with the scan result of their latest version. Includes the
 * console's plugins only for a search term.
 */
export async function searchComponents(
  view: View,
  { direction = 'asc', num_of_rows = '25', order_by = 'name', page_num = '1' }: ComponentQuery,
  search: string,
  scans: Scans,
): Promise<ComponentSearch> {
  const field = fields[order_by as keyof typeof fields];
  if (!field) throw bad(`invalid order_by; expected one of ${Object.keys(fields).join(', ')}`);
  const sense = direction.toUpperCase();
  if (sense !== 'ASC' && sense !== 'DESC') throw bad('invalid direction; expected asc or desc');
  const [rows, page] = [count(num_of_rows, 'num_of_rows', 100), count(page_num, 'page_num', maxRows)];
  if (rows * page > maxRows)
    throw bad(`only the first ${maxRows} results are available; search for a longer part of the name`);
  const found = await visiblePage(view, {
    filter: search === '' ? {} : { name: `*${search}*` },
    order: listingOrder(field, sense),
    first: rows * page,
    scans,
    without: search === '' ? await consolePlugins(view.scope) : [],
  });
  return {
    data: found.listed.slice(rows * (page - 1)).map(({ node }) => rowOf(node)),
    total_count: found.totalCount,
  };
}

function rowOf(node: Package): ComponentSearch['data'][number] {
  const { vulnerabilities } = node;
  const counts = Object.entries(vulnerabilities ?? {}) as [keyof Vulnerabilities, number][];
  return {
    pkg_name: node.name,
    pkg_id: node.id,
    type: 'package',
    pkg_type: node.packageType,
    scanned: vulnerabilities !== null,
    top_severity: (counts.find(([, many]) => many > 0)?.[0] ?? null) as FoundSeverity | null,
    num_issues: vulnerabilities && counts.reduce((sum, [, many]) => sum + many, 0),
    latest_version: node.latestVersion,
    last_updated: node.modified,
  };
}

function count(text: string, name: string, most: number): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
  throw bad(`invalid ${name}; expected 1 to ${most}`);
}

function bad(what: string): HttpError {
  return new HttpError(400, 'BAD_SEARCH', `Invalid search: ${what}`);
}
