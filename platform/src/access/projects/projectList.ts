import type { Project } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { orderedPage, orderedQuery } from '../lists/orderedPage.ts';
import type { NamedPage } from '../lists/paging.ts';

const orders = {
  name: { key: sql`lower(p.display_name)`, type: sql.raw('text') },
  key: { key: sql`p.project_key collate "C"`, type: sql.raw('text collate "C"') },
  // Projects without a limit come last.
  quota: {
    key: sql`(CASE WHEN p.storage_quota_bytes < 0 THEN 'Infinity' ELSE p.storage_quota_bytes::float8 END)`,
    type: sql.raw('float8'),
  },
};
const projects = {
  name: 'projects',
  columns: sql`p.project_key, p.display_name, p.description, p.admin_privileges,
    p.storage_quota_bytes::float8 AS storage_quota_bytes`,
  from: sql`projects p`,
  searched: sql`lower(p.display_name || E'\n' || p.project_key || E'\n' || p.description)`,
  orders,
  tie: sql`p.project_key collate "C"`,
};

export const projectQuery = orderedQuery(
  Object.keys(orders) as (keyof typeof orders)[],
  'the name, the key, or the description',
);

/** Returns a page of projects: of all, or of those with the keys. Throws `HttpError` 400. */
export function projectPage(
  query: (typeof projectQuery)['static'],
  keys: 'all' | readonly string[],
): Promise<NamedPage<Project>> {
  const mine = keys === 'all' ? sql`true` : sql`p.project_key = any(${sql.param([...keys])}::text[])`;
  return orderedPage<Project, keyof typeof orders>(projects, query, mine);
}
