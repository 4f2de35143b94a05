import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import type { View } from '../search/readable.ts';
import { listPage } from './listPage.ts';
import type { ListPage, ListRequest } from './listRequest.ts';

/** How many pages are read to fill one of which the caller may see only a part. */
const mostRounds = 5;

/**
 * A page of what the view shows. Where only some paths of a repository may be read, a package counts as readable when its
 * newest version there is.
 */
export async function visiblePage(view: View, request: Omit<ListRequest, 'scope'>): Promise<ListPage> {
  const { scope, partial } = view;
  let page = await listPage({ ...request, scope });
  if (!scope.some((repo) => partial.has(repo))) return page;
  const listed: ListPage['listed'] = [];
  for (let round = 1; ; round++) {
    const visible = await visiblePackages(
      view,
      page.listed.map(({ place }) => place.tie),
    );
    const end = page.stoppedAt ?? page.listed.at(-1)?.place;
    listed.push(...page.listed.filter(({ place }) => visible.has(place.tie)));
    const full = listed.length > request.first;
    if (full || !page.hasNextPage || !end || page.capped || round === mostRounds) {
      const stoppedAt = full || !end ? {} : { stoppedAt: end };
      const capped = page.capped || (!full && page.hasNextPage);
      const hasNextPage = full || page.hasNextPage;
      return { listed: listed.slice(0, request.first), hasNextPage, capped, ...stoppedAt, totalCount: null };
    }
    page = await listPage({ ...request, scope, after: end });
  }
}

/** Of the packages with these rows those that the view shows. */
export async function visiblePackages(
  { scope, partial, mayRead }: View,
  rows: readonly string[],
): Promise<Set<string>> {
  if (!scope.some((repo) => partial.has(repo))) return new Set(rows);
  const result = await db().execute<{ id: string; repo: string; path: string }>(sql`
    SELECT l.package_id::text AS id, l.repo, v.lead_path AS path FROM package_listings l
    JOIN versions v ON v.package_id = l.package_id AND v.sort_key = l.latest_key AND v.name = l.latest_version
      AND v.repo = l.repo
    WHERE l.package_id = ANY(${sql.param(rows)}::bigint[]) AND l.repo = ANY(${sql.param(scope)}::text[])`);
  const visible = new Set<string>();
  for (const { id, repo, path } of result.rows) {
    if (!visible.has(id) && (!partial.has(repo) || (await mayRead(repo, path)))) visible.add(id);
  }
  return visible;
}
