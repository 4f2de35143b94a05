import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type Scope, type View, wholeView } from '../sql/readable.ts';
import { listPage } from './listPage.ts';
import type { Listed, ListPage, ListRequest } from './listRequest.ts';
import { rankedPage } from './rankedPage.ts';
import { readableNodes } from './readableNodes.ts';

/** Maximum pages to read to fill a page of which the caller can see only some packages. */
const maxRounds = 5;

/**
 * Returns a page of packages visible in the view. In partially readable repositories, a package is
 * readable if its newest version is. Its summary covers only the repositories where it is readable.
 */
export async function visiblePage(given: View, request: Omit<ListRequest, 'scope'>): Promise<ListPage> {
  const { checksum, cve, version } = request.filter;
  const view = checksum || cve || version ? wholeView(given) : given;
  const { scope, partial } = view;
  const read = request.order.field === 'RELEVANCE' ? rankedPage : listPage;
  let page = await read({ ...request, scope });
  if (!scope.some((repo) => partial.has(repo))) return page;
  const listed: Listed[] = [];
  for (let round = 1; ; round++) {
    const end = page.stoppedAt ?? page.listed.at(-1)?.place;
    listed.push(...(await visibleOf(view, request, page.listed)));
    const full = listed.length > request.first;
    if (full || !page.hasNextPage || !end || page.capped || round === maxRounds) {
      const stoppedAt = full || !end ? {} : { stoppedAt: end };
      const capped = page.capped || (!full && page.hasNextPage);
      const hasNextPage = full || page.hasNextPage;
      return {
        ...{ listed: listed.slice(0, request.first), hasNextPage, capped, ...stoppedAt, totalCount: null },
        ...(listed.length ? correctionOf(page) : {}),
      };
    }
    page = await read({ ...request, scope, after: end });
  }
}

/** The words of hidden packages must not be offered. */
function correctionOf({ similar, correctedSearch }: ListPage): Pick<ListPage, 'similar' | 'correctedSearch'> {
  return { ...(similar ? { similar } : {}), ...(correctedSearch === undefined ? {} : { correctedSearch }) };
}

async function visibleOf(
  view: View,
  request: Omit<ListRequest, 'scope'>,
  listed: readonly Listed[],
): Promise<Listed[]> {
  const shown = await shownIn(
    view,
    listed.map(({ place }) => place.tie),
  );
  const anew = await readableNodes(request, listedPartly(view, shown));
  return listed.flatMap((each) => {
    const { tie } = each.place;
    if (shown.get(tie) === view.scope) return [each];
    const node = anew.get(tie);
    return node ? [{ ...each, node }] : [];
  });
}

/** Returns the rows of packages that are unreadable in some repositories of the view. */
function listedPartly(view: View, shown: ReadonlyMap<string, Scope>): Map<string, Scope> {
  return new Map([...shown].filter(([, scope]) => scope !== view.scope));
}

/**
 * Returns the visible packages among these rows, each with the part of the scope where it is
 * readable.
 */
export async function shownIn(
  { scope, partial, mayRead }: View,
  rows: readonly string[],
): Promise<Map<string, Scope>> {
  if (!scope.some((repo) => partial.has(repo))) return new Map(rows.map((row) => [row, scope]));
  const result = await db().execute<{ id: string; repo: string; path: string }>(sql`
    SELECT l.package_id::text AS id, l.repo, v.lead_path AS path FROM package_listings l
    JOIN versions v ON v.package_id = l.package_id AND v.sort_key = l.latest_key AND v.name = l.latest_version
      AND v.repo = l.repo
    WHERE l.package_id = ANY(${sql.param(rows)}::bigint[]) AND l.repo = ANY(${sql.param(scope)}::text[]) ORDER BY l.repo`);
  const readable = new Map<string, string[]>();
  const hidden = new Set<string>();
  for (const { id, repo, path } of result.rows) {
    if (partial.has(repo) && !(await mayRead(repo, path))) hidden.add(id);
    else readable.set(id, [...(readable.get(id) ?? []), repo]);
  }
  return new Map([...readable].map(([id, repos]) => [id, hidden.has(id) ? repos : scope]));
}
