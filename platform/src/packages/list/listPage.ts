import { sql } from 'drizzle-orm';
import { needsOnlyNames } from '../search/Matching.ts';
import { estimate } from '../sql/estimate.ts';
import { candidatesOf } from './candidates.ts';
import { fromCandidates, maxCandidates } from './fromCandidates.ts';
import { inOrder } from './inOrder.ts';
import type { ListPage, ListRequest } from './listRequest.ts';

/** Number of candidates to show a selection of when there are more anyway. */
const someCandidates = 1000;

/** Reads a page from the candidates or from the list in its order, whichever is shorter. */
export async function listPage(request: ListRequest): Promise<ListPage> {
  const { scope, filter, order } = request;
  if (!scope.length) return { listed: [], hasNextPage: false, capped: false, totalCount: 0 };
  const candidates = candidatesOf(filter, scope, order);
  if (!candidates) return inOrder(request);
  const expected = await candidates.estimate();
  if (expected > maxCandidates) {
    // The index contains the names: reading as many rows as allowed takes a few milliseconds.
    const byName = filter.matching && needsOnlyNames(filter.matching);
    const enough = byName ? undefined : await worthLooking(request, expected);
    // Matches in the requested order are better than arbitrary ones; names are also sorted among
    // the candidates. That case must know if the list was read to its end: then the matches are
    // complete.
    const { decided } = candidates;
    const read = await inOrder(request, enough, decided ? 0 : 1);
    if (!read.capped || (read.listed.length && !decided)) return read;
    const some = await fromCandidates(request, candidates, someCandidates);
    if (some.listed.length || !some.capped) return some;
    return decided ? read : inOrder(request, enough);
  }
  const found = await fromCandidates(request, candidates);
  return found.capped ? better(found, await inOrder(request)) : found;
}

/**
 * Number of rows to examine for a page: twice the number needed if the matches were spread evenly.
 */
async function worthLooking({ first }: ListRequest, expected: number): Promise<number> {
  const packages = await estimate(sql`SELECT FROM packages`);
  return Math.max(maxCandidates, Math.ceil((2 * (first + 1) * packages) / expected));
}

/** If list order could not fill the page although thousands match, some of those are better. */
function better(found: ListPage, read: ListPage): ListPage {
  return !found.capped || (read.capped && found.listed.length) ? found : read;
}
