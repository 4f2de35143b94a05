import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { estimate, unestimated, worthWords } from '../../packages/search/estimate.ts';
import { isPrefix } from '../../packages/search/glob.ts';
import { beyond, direction } from '../../packages/search/order.ts';
import { prepared } from '../../packages/search/prepared.ts';
import { isUnlimited, type Scope } from '../../packages/search/readable.ts';
import { tellingTrigrams } from '../../packages/search/telling.ts';
import { conditionsByOrder, nameRange, scoped } from './conditionsByOrder.ts';
import {
  fileConditions,
  lookedAtConditions,
  otherConditions,
  pathGlobs,
  patternConditions,
  wordsOf,
} from './FileFilter.ts';
import { foundFiles } from './FoundFile.ts';
import { type FileOrder, isIndexed, rowOf } from './fileOrder.ts';
import type { FilePage, PageRequest } from './filePageRequest.ts';
import { hasPathTrigrams, pathParts, runsOf } from './pathParts.ts';
import { pathSample } from './pathSample.ts';

/** Of how many candidates all are looked at; above, files are read in the order of the list instead. */
const mostCandidates = 2000;
/** How many files are looked at in that order before a page is given as it is: by name the index tells all, by change it does not. */
const mostExamined = { NAME: 20_000, MODIFIED: 5000 } as const;

const examined = ({ field }: FileOrder) => mostExamined[field === 'MODIFIED' ? field : 'NAME'];

/** A page, from whichever side is shorter: from the few that an index can tell, or from all files in their order. */
export async function filePage(request: PageRequest): Promise<FilePage> {
  if (!request.scope.length) return { found: [], hasNextPage: false, capped: false, totalCount: 0 };
  if (!isIndexed(request.order.field)) return sorted(request);
  if (!isNarrow(request)) return inOrder(request);
  const expected = await estimated(request);
  const few = expected <= mostCandidates ? await fewOf(request) : undefined;
  if (few && (!few.capped || few.broad)) return few;
  const enough = few ? undefined : await worthLooking(request, expected);
  const read = await inOrder(request, enough, !request.complete);
  if (read.found.length || !read.capped || request.complete) return read;
  // Rather some of those that match than none: those that begin so, or any.
  const some = (await beginning(request)) ?? few ?? (await fromCandidates(request));
  return some.found.length ? some : inOrder(request, enough);
}

/** At how many files to look for a page when so many match: as many as it takes where those are spread evenly. */
async function worthLooking({ first, complete }: PageRequest, expected: number): Promise<number | undefined> {
  if (complete) return undefined;
  const files = await estimate(sql`SELECT FROM files`);
  return Math.max(mostCandidates, Math.ceil(((first + 1) * files) / expected));
}

/** How many files that have the words of a pattern are looked at, when most of them do not match it. */
const mostWithWords = 3000;

/**
 * The index of trigrams knows nothing of what is shorter and has a wildcard beside it: `lib*a/` has it give every file with a `lib` in its
 * path, each to be looked at.
 */
async function fewOf(request: PageRequest): Promise<FilePage & { broad?: boolean }> {
  const words = await broadWords(request);
  if (!words) return fromCandidates(request);
  const page = await fromCandidates(request, { most: mostWithWords, source: words });
  // Names alone stand in an index, which is worth another look.
  return { ...page, broad: page.found.length > 0 || request.filter.path !== undefined };
}

/** The words of the patterns, when too many files have them and nothing else tells those that match. */
async function broadWords({ filter, complete }: PageRequest): Promise<SQL | undefined> {
  const { checksum, properties, propertySets, only } = filter;
  if (complete || checksum || properties?.length || propertySets?.length || only) return undefined;
  const words = wordsOf(filter);
  if (!words) return undefined;
  return (await estimate(sql`SELECT FROM files f WHERE ${words}`)) > mostWithWords ? words : undefined;
}

/** How many files are sorted by what no index has: of more that match, the first ones by name. */
const mostSorted = 5000;

async function sorted(request: PageRequest): Promise<FilePage> {
  const { version, only } = request.filter;
  const estimable = !version || only;
  if (isNarrow(request) || (estimable && (await estimated(request)) <= mostSorted)) {
    const page = await fromCandidates(request, { most: mostSorted });
    if (!page.capped) return page;
  }
  return fromCandidates(request, { most: mostSorted, source: 'by name' });
}

/** Where a part of a name is asked for: the names that begin with it. What follows them is found from there on. */
async function beginning(request: PageRequest): Promise<FilePage | undefined> {
  const { filter, order, after } = request;
  const [, part] = /^\*([^*?]+)\*$/.exec(filter.name ?? '') ?? [];
  if (part === undefined || order.field !== 'NAME' || after) return undefined;
  const page = await inOrder({ ...request, filter: { ...filter, name: `${part}*` } });
  const stoppedAt = page.stoppedAt ?? page.found.at(-1)?.place;
  return page.found.length && stoppedAt
    ? { ...page, hasNextPage: true, capped: true, stoppedAt, totalCount: null }
    : undefined;
}

/** Whether an index can tell those that match from all others. */
function isNarrow({ filter, order }: PageRequest): boolean {
  const { name, path, checksum, properties, propertySets, only, createdMin, modifiedMin, modifiedMax } =
    filter;
  if (checksum || properties?.length || propertySets?.length || only) return true;
  if (path && hasPathTrigrams(path)) return true;
  // What starts alike stands together in the list by name: that is shorter still.
  if (name && hasPathTrigrams(name)) return !(order.field === 'NAME' && isPrefix(name));
  return order.field !== 'MODIFIED' && Boolean(createdMin || modifiedMin || modifiedMax);
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

const matching = ({ filter, scope }: PageRequest): SQL => all([...scoped(scope), ...fileConditions(filter)]);

const estimated = (request: PageRequest): Promise<number> =>
  estimate(sql`SELECT FROM files f WHERE ${matching(request)}`);

/** So many files are fetched in less time than an index takes to tell them apart. */
const fewWithTrigrams = 6000;

/** What an index of trigrams finds soonest: by the few that tell most, unless many more files have those than match. */
async function foundSoonest(request: PageRequest): Promise<SQL> {
  const { filter, scope } = request;
  const { name, path, checksum, properties, propertySets, only } = filter;
  const globs = pathGlobs(filter);
  if (!globs.length || checksum || properties?.length || propertySets?.length || only)
    return matching(request);
  const sample = await pathSample();
  const telling = globs.map((glob) => tellingTrigrams(runsOf(glob), sample));
  const patterns = fileConditions({ ...(name ? { name } : {}), ...(path ? { path } : {}) });
  const [files, matches] = await Promise.all(
    [sql`SELECT FROM files f`, sql`SELECT FROM files f WHERE ${all(patterns)}`].map(estimate),
  );
  const having = telling.reduce((least, found) => Math.min(least, found?.part ?? 1), 1) * (files ?? 0);
  if (!worthWords(having, matches ?? 0, fewWithTrigrams)) return matching(request);
  const trigrams = telling.flatMap((found) =>
    found ? sql`${pathParts} LIKE ${found.glob.replaceAll('*', '%')}` : [],
  );
  const rest = [...patternConditions(filter).map(unestimated), ...otherConditions(filter)];
  return all([...scoped(scope), ...trigrams, ...rest]);
}

/** A file's row and its place; `null` where there is none, and only the count of candidates is told. */
interface Row extends Record<string, unknown> {
  id: string | null;
  key: string | number;
  candidates: number;
  /** How many files were looked at to find them. */
  looked: number;
  /** Read in order: whether it is no match, but where looking ended. */
  last?: boolean;
}

/** Of all files, or of a source alone: the first `most` by name, or as many for which something holds. */
async function fromCandidates(
  request: PageRequest,
  { most = mostCandidates, source }: { most?: number; source?: 'by name' | SQL } = {},
): Promise<FilePage> {
  const { order, first, after, scope, filter } = request;
  const place = beyond(
    { ...order, column: sql`c.place` },
    sql`c.id`,
    after && { place: after, tie: rowOf(after) },
  );
  const narrowed =
    source === 'by name'
      ? sql`${all([...scoped(scope), ...nameRange(filter.name).range])} ORDER BY f.name_lower, f.id`
      : sql`${all([...scoped(scope), ...(source ? [source] : [])])}`;
  const sources = sql`source AS MATERIALIZED (SELECT * FROM files f WHERE ${narrowed} LIMIT ${most + 1}),`;
  const lookedAt = all([...scoped(scope), ...lookedAtConditions(filter)]);
  const { rows } = await db().execute<Row>(sql`
    WITH ${source ? sources : sql``} candidates AS MATERIALIZED (
      SELECT f.id, ${order.column} AS place, ${order.key} AS key FROM ${source ? sql`source` : sql`files`} f
      WHERE ${source ? lookedAt : await foundSoonest(request)} LIMIT ${most + 1}
    )
    SELECT counted.*, page.id::text AS id, page.key
    FROM (SELECT (SELECT count(*)::integer FROM candidates) AS candidates,
      (SELECT count(*)::integer FROM ${source ? sql`source` : sql`candidates`}) AS looked) counted LEFT JOIN (
      SELECT c.* FROM candidates c WHERE ${all(place)}
      ORDER BY c.place ${direction(order)}, c.id ${direction(order)} LIMIT ${first + 1}
    ) page ON true
    ORDER BY page.place ${direction(order)}, page.id ${direction(order)}`);
  const { candidates = 0, looked = 0 } = rows[0] ?? {};
  const capped = looked > most;
  return { ...(await pageOf(rows, first)), capped, totalCount: capped ? null : candidates };
}

/** With `unlessNone` it is not looked up where looking ended when nothing was found: then the page is capped and has no `stoppedAt`. */
async function inOrder(
  request: PageRequest,
  enough: number = mostExamined.NAME,
  unlessNone = false,
): Promise<FilePage> {
  const { filter, scope } = request;
  const { bounds, rest } = conditionsByOrder(request);
  const [page, totalCount] = await Promise.all([
    rest.length ? examine(request, bounds, rest, enough, unlessNone) : straight(request, bounds),
    fileConditions(filter).length ? null : countFiles(scope),
  ]);
  return { ...page, totalCount: page.capped ? null : totalCount };
}

type Part = Omit<FilePage, 'totalCount'>;

/** As an index gives them. */
async function straight({ order, first }: PageRequest, bounds: readonly SQL[]): Promise<Part> {
  const statement = sql`
    SELECT f.id::text AS id, ${order.key} AS key FROM files f WHERE ${all(bounds)} ${inThis(order)}
    LIMIT ${sql.raw(String(first + 1))}`;
  const rows = await prepared<Row>(statement, first);
  return { ...(await pageOf(rows, first)), capped: false };
}

/** Those that match of the first so many; the last of these is where the next page begins. */
async function examine(
  { order, first, filter }: PageRequest,
  bounds: readonly SQL[],
  rest: readonly SQL[],
  enough: number,
  unlessNone: boolean,
): Promise<Part> {
  const { name: _, ...others } = filter;
  // For everything but names each file has to be fetched.
  const most = fileConditions(others).length ? mostExamined.MODIFIED : Math.min(examined(order), enough);
  // Where looking ended is looked up when that was reached: to number the files that are looked at takes as long as to look at them.
  const { rows } = await db().execute<Row>(sql`
    WITH hits AS MATERIALIZED (
      SELECT f.id, ${order.key} AS key FROM (SELECT * FROM files f WHERE ${all(bounds)} ${inThis(order)} LIMIT ${most}) f
      WHERE ${all(rest)} ${inThis(order)} LIMIT ${first + 1}
    )
    SELECT id::text AS id, key, false AS last FROM hits UNION ALL (
      SELECT f.id::text, ${order.key}, true FROM files f
      WHERE ${all(bounds)} AND (SELECT count(*) FROM hits) BETWEEN ${unlessNone ? 1 : 0} AND ${first}
      ${inThis(order)} OFFSET ${most - 1} LIMIT 1
    )`);
  const hits = rows.filter(({ last }) => !last);
  const end = rows.find(({ last }) => last);
  if (unlessNone && !rows.length) return { found: [], hasNextPage: true, capped: true };
  const page = await pageOf(hits, first);
  if (page.hasNextPage || !end || end.id === null) return { ...page, capped: false };
  return { ...page, hasNextPage: true, capped: true, stoppedAt: { key: end.key, tie: end.id } };
}

async function countFiles(scope: Scope): Promise<number> {
  const where = isUnlimited(scope) ? sql`true` : sql`repo = ANY(${sql.param(scope)}::text[])`;
  const [row] = await prepared<{ files: number }>(
    sql`SELECT coalesce(sum(files), 0)::float8 AS files FROM file_counts WHERE ${where}`,
  );
  return row?.files ?? 0;
}

async function pageOf(rows: readonly Row[], first: number): Promise<Pick<FilePage, 'found' | 'hasNextPage'>> {
  const places = rows.flatMap(({ id, key }) => (id === null ? [] : [{ key, tie: id }]));
  const shown = places.slice(0, first);
  const files = await foundFiles(shown.map(({ tie }) => tie));
  const found = shown.flatMap((place) => {
    const file = files.get(place.tie);
    return file ? [{ file, place }] : [];
  });
  return { found, hasNextPage: places.length > first };
}

const inThis = (order: FileOrder): SQL =>
  sql`ORDER BY ${order.column} ${direction(order)}, f.id ${direction(order)}`;
