import type { Place } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { commonWords, corrections, knownCommonWords } from '../search/commonWords.ts';
import { correctedText, inPlaceOf } from '../search/correctedText.ts';
import type { Matching } from '../search/Matching.ts';
import type { Word } from '../search/parseSearch.ts';
import { maxOffered, similarNames } from '../search/similarNames.ts';
import { type Tier, tiers, Words } from '../search/Words.ts';
import type { Scope } from '../sql/readable.ts';
import { listPage } from './listPage.ts';
import type { Listed, ListPage, ListRequest } from './listRequest.ts';
import { listingOrder } from './packageOrder.ts';

/**
 * Returns a page of a search, best matches first: names that begin with the words, other names with
 * all words, then texts. Each of these parts is in the order of names. If nothing matches, returns
 * packages with similar names or texts.
 */
export async function rankedPage(request: ListRequest): Promise<ListPage> {
  const { matching } = request.filter;
  const order = listingOrder('NAME', 'ASC');
  const place = placeIn(request.after);
  if (!matching?.words) return within(0, await listPage({ ...request, order, ...place }));
  if (!request.after && (await matchesNothing(matching.words, request.scope)))
    return similarPage(request, matching, false);
  const page = await matchingPage(request, matching, matching.words, place);
  if (page.listed.length || page.hasNextPage || page.stoppedAt || request.after) return page;
  return similarPage(request, matching, page.capped);
}

/**
 * Whether no package has the words, which one statement finds out for those who can read all. Each
 * part of the ranking would need one or two.
 */
async function matchesNothing(words: Words, scope: Scope): Promise<boolean> {
  const statement = words.anywhere(scope, await knownCommonWords());
  if (!statement) return false;
  const { rows } = await db().execute<{ found: boolean }>(statement);
  return rows[0]?.found === false;
}

async function matchingPage(
  request: ListRequest,
  matching: Matching,
  words: Words,
  { tier: start, after }: ReturnType<typeof placeIn>,
): Promise<ListPage> {
  const order = listingOrder('NAME', 'ASC');
  const listed: Listed[] = [];
  let capped = false;
  for (const [at, tier] of tiers.entries()) {
    if (at < start || (tier === 'text' && !words.inTexts)) continue;
    const first = request.first - listed.length;
    const part = { ...request, filter: inTier(request.filter, matching, tier), order, first };
    delete part.after;
    const page = within(at, await listPage({ ...part, ...(at === start && after ? { after } : {}) }));
    listed.push(...page.listed);
    capped ||= page.capped;
    const isFull = listed.length === request.first;
    const continues = page.hasNextPage || (isFull && at < tiers.length - 1);
    if (page.stoppedAt || isFull || page.hasNextPage)
      return {
        ...{ listed, hasNextPage: continues, capped, totalCount: null },
        ...(page.stoppedAt ? { stoppedAt: page.stoppedAt } : {}),
      };
  }
  const totalCount = capped || request.after ? null : listed.length;
  return { listed, hasNextPage: false, capped, totalCount };
}

function inTier(filter: ListRequest['filter'], matching: Matching, tier: Tier): ListRequest['filter'] {
  const { words } = matching;
  // Names that begin alike are adjacent in the list by name.
  const name = tier === 'beginning' && words ? { name: words.beginning } : {};
  return { ...filter, ...name, matching: { ...matching, tier } };
}

async function similarPage(request: ListRequest, matching: Matching, capped: boolean): Promise<ListPage> {
  const nothing = { listed: [], hasNextPage: false, capped, totalCount: capped ? null : 0 };
  const typed = matching.typed.filter(({ text, quoted }) => !quoted && !/[*?]/.test(text));
  if (capped || !typed.length || typed.length < matching.typed.length) return nothing;
  const found = await correctedPage(request, matching, typed);
  if (found) return found;
  const { ids, meant } = await similarNames(typed.map(({ text }) => text).join(' '), request.scope);
  if (!ids.length) return nothing;
  const likely = meant === undefined ? undefined : inPlaceOf(typed, meant);
  const named = likely && (await pageOfWords(request, matching, typed, likely));
  if (named?.correctedSearch !== undefined) return named;
  const filter = { ...request.filter, matching: { ...matching, ids } };
  const { listed } = await listPage({
    ...request,
    filter,
    order: listingOrder('NAME', 'ASC'),
    first: ids.length,
  });
  const rank = ({ place }: Listed) => ids.indexOf(place.tie);
  const ranked = listed.sort((one, other) => rank(one) - rank(other)).slice(0, request.first);
  return { listed: ranked, hasNextPage: false, capped: false, totalCount: ranked.length, similar: true };
}

/**
 * Returns the packages with the common words that the typed ones are meant for. This takes less
 * time than a comparison of names, and finds texts, too.
 */
async function correctedPage(
  request: ListRequest,
  matching: Matching,
  typed: readonly Word[],
): Promise<ListPage | undefined> {
  for (const likely of corrections(typed, await commonWords())) {
    const found = await pageOfWords(request, matching, typed, likely);
    if (found) return found;
  }
  return undefined;
}

/** Returns the first packages with the likely words. Without any, the caller cannot read them. */
async function pageOfWords(
  request: ListRequest,
  matching: Matching,
  typed: readonly Word[],
  likely: readonly Word[],
): Promise<ListPage | undefined> {
  const words = new Words(likely);
  const { listed, hasNextPage, capped, totalCount } = await matchingPage(
    { ...request, first: Math.min(request.first, maxOffered) },
    { ...matching, words, typed: likely },
    words,
    placeIn(undefined),
  );
  if (listed.length === 0) return undefined;
  const correctedSearch = correctedText(matching.text, typed, likely);
  return {
    ...{ listed, hasNextPage: false, capped: capped || hasNextPage, totalCount, similar: true },
    ...(correctedSearch === undefined ? {} : { correctedSearch }),
  };
}

/** Adds the part of the ranking to the positions. */
function within(tier: number, page: ListPage): ListPage {
  const ranked = ({ key, tie }: Place): Place => ({ key: `${tier}${key}`, tie });
  return {
    ...page,
    listed: page.listed.map((each) => ({ ...each, place: ranked(each.place) })),
    ...(page.stoppedAt ? { stoppedAt: ranked(page.stoppedAt) } : {}),
  };
}

function placeIn(place: Place | undefined): { tier: number; after?: Place } {
  if (!place) return { tier: 0 };
  const [, tier, key] = /^([0-2])(.*)$/s.exec(String(place.key)) ?? [];
  if (tier === undefined || key === undefined)
    throw new HttpError(
      400,
      'BAD_CURSOR',
      'The cursor does not match the sort order. Start over without a cursor.',
    );
  return { tier: Number(tier), after: { key, tie: place.tie } };
}
