import type { ComponentSearch, FoundSeverity, Package, Vulnerabilities } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { consolePlugins } from '../../packages/packages/consolePlugins.ts';
import { listingOrder } from '../../packages/packages/packageOrder.ts';
import { visiblePage } from '../../packages/packages/visible.ts';
import type { Scans } from '../../packages/scans.ts';
import type { View } from '../../packages/search/readable.ts';

const fields = { name: 'NAME', pkg_name: 'NAME', last_updated: 'MODIFIED', created: 'CREATED' } as const;

/** Rows up to here can be paged to: who looks for more says better what for. */
const deepest = 1000;

export interface ComponentQuery {
  direction?: string;
  num_of_rows?: string;
  order_by?: string;
  page_num?: string;
}

/**
 * A page of the packages that the view shows, with what is wrong with the version that each shows. The console's plugins
 * are included only for a search term.
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
  const [rows, page] = [count(num_of_rows, 'num_of_rows', 100), count(page_num, 'page_num', deepest)];
  if (rows * page > deepest)
    throw bad(`only the first ${deepest} results are available; search for a longer part of the name`);
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
