import { sql } from 'drizzle-orm';
import { estimate } from '../search/estimate.ts';
import { candidatesOf } from './candidates.ts';
import { fromCandidates, mostCandidates } from './fromCandidates.ts';
import { inOrder } from './inOrder.ts';
import type { ListPage, ListRequest } from './listRequest.ts';

/** Of how many some are shown, where there are more than that anyway. */
const someCandidates = 1000;

/** A page, from whichever side is shorter: from the candidates, or from the list in its order. */
export async function listPage(request: ListRequest): Promise<ListPage> {
  const { scope, filter, order } = request;
  if (!scope.length) return { listed: [], hasNextPage: false, capped: false, totalCount: 0 };
  const candidates = candidatesOf(filter, scope, order);
  if (!candidates) return inOrder(request);
  const expected = await candidates.estimate();
  if (expected > mostCandidates) {
    const enough = await worthLooking(request, expected);
    // What was found in the order asked for is better than any of those that match; names are also sorted among those. Whether the
    // list was read to its end has to be known there: then what was found is all there is.
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

/** At how many rows to look for a page when so many match: twice as many as it takes where those are spread evenly. */
async function worthLooking({ first }: ListRequest, expected: number): Promise<number> {
  const packages = await estimate(sql`SELECT FROM packages`);
  return Math.max(mostCandidates, Math.ceil((2 * (first + 1) * packages) / expected));
}

/** Where a page could not be filled in order, though there are thousands that match: better some of them. */
function better(found: ListPage, read: ListPage): ListPage {
  return !found.capped || (read.capped && found.listed.length) ? found : read;
}
