import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { estimate, unestimated, worthWords } from '../../packages/sql/estimate.ts';
import { isPrefix } from '../../packages/sql/glob.ts';
import { beyond, direction, rowOf } from '../../packages/sql/order.ts';
import { prepared } from '../../packages/sql/prepared.ts';
import { isUnlimited, type Scope } from '../../packages/sql/readable.ts';
import { selectiveTrigrams } from '../../packages/sql/trigrams.ts';
import { conditionsByOrder, nameRange, scoped } from './conditionsByOrder.ts';
import {
  examinedConditions,
  fileConditions,
  otherConditions,
  pathGlobs,
  patternConditions,
  wordsOf,
} from './FileFilter.ts';
import { foundFiles } from './FoundFile.ts';
import { type FileOrder, isIndexed } from './fileOrder.ts';
import type { FilePage, PageRequest } from './filePageRequest.ts';
import { hasPathTrigrams, pathParts, runsOf } from './pathParts.ts';
import { pathSample } from './pathSample.ts';

/** Maximum candidates to check; with more, files are read in list order instead. */
const maxCandidates = 2000;
/** Number of candidates to show a selection of when there are more anyway. */
const someCandidates = 1000;
/**
 * Maximum files to examine in list order before an incomplete page is returned. By name, the index
 * suffices; by date, each file is fetched.
 */
const maxExamined = { NAME: 20_000, MODIFIED: 5000 } as const;

const examined = ({ field }: FileOrder) => maxExamined[field === 'MODIFIED' ? field : 'NAME'];

/**
 * Returns a page from the few candidates of an index or from all files in order, whichever is
 * shorter.
 */
export async function filePage(request: PageRequest): Promise<FilePage> {
  if (!request.scope.length) return { found: [], hasNextPage: false, capped: false, totalCount: 0 };
  if (!isIndexed(request.order.field)) return sorted(request);
  if (!isNarrow(request)) return inOrder(request);
  const expected = await estimated(request);
  const few = expected <= maxCandidates ? await fewOf(request) : undefined;
  if (few && (!few.capped || few.broad)) return few;
  const enough = few ? undefined : await worthLooking(request, expected);
  const read = await inOrder(request, enough, !request.complete);
  if (read.found.length || !read.capped || request.complete) return read;
  // Some matches are better than none: names with the prefix, or any.
  const some = (await beginning(request)) ?? few ?? (await fromCandidates(request, { most: someCandidates }));
  return some.found.length ? some : inOrder(request, enough);
}

/** Number of files to examine for a page: the number needed if the matches were spread evenly. */
async function worthLooking({ first, complete }: PageRequest, expected: number): Promise<number | undefined> {
  if (complete) return undefined;
  const files = await estimate(sql`SELECT FROM files`);
  return Math.max(maxCandidates, Math.ceil(((first + 1) * files) / expected));
}

/** Maximum files with the words of a pattern to examine, if most of them don't match it. */
const maxWithWords = 3000;

/**
 * Trigrams cannot represent short runs next to a wildcard: for `lib*a/`, the index returns every
 * file with `lib` in its path, and each must be examined.
 */
async function fewOf(request: PageRequest): Promise<FilePage & { broad?: boolean }> {
  const words = await broadWords(request);
  if (!words) return fromCandidates(request);
  const page = await fromCandidates(request, { most: maxWithWords, source: words });
  // The index of names is worth another attempt.
  return { ...page, broad: page.found.length > 0 || request.filter.path !== undefined };
}

/**
 * Returns the words of the patterns if too many files contain them and no other condition is
 * selective.
 */
async function broadWords({ filter, complete }: PageRequest): Promise<SQL | undefined> {
  const { checksum, properties, propertySets, only } = filter;
  if (complete || checksum || properties?.length || propertySets?.length || only) return undefined;
  const words = wordsOf(filter);
  if (!words) return undefined;
  return (await estimate(sql`SELECT FROM files f WHERE ${words}`)) > maxWithWords ? words : undefined;
}

/** Maximum files sorted without an index; with more matches, the first ones by name. */
const maxSorted = 5000;

async function sorted(request: PageRequest): Promise<FilePage> {
  const { version, only } = request.filter;
  const estimable = !version || only;
  if (isNarrow(request) || (estimable && (await estimated(request)) <= maxSorted)) {
    const page = await fromCandidates(request, { most: maxSorted });
    if (!page.capped) return page;
  }
  return fromCandidates(request, { most: maxSorted, source: 'by name' });
}

/**
 * For parts of names: returns the names with that prefix. For the begin of a path: those that begin
 * like it, because files of packages have the name of their folder. Later pages continue there.
 */
async function beginning(request: PageRequest): Promise<FilePage | undefined> {
  const { filter, order, after } = request;
  const [, part] =
    (filter.name ? /^\*([^*?]+)\*$/.exec(filter.name) : /^([^*?/]{3,})/.exec(filter.path ?? '')) ?? [];
  if (part === undefined || order.field !== 'NAME' || after) return undefined;
  const page = await inOrder({ ...request, filter: { ...filter, name: `${part}*` } });
  const stoppedAt = page.stoppedAt ?? page.found.at(-1)?.place;
  return page.found.length && stoppedAt
    ? { ...page, hasNextPage: true, capped: true, stoppedAt, totalCount: null }
    : undefined;
}

/** Whether an index can find the matches. */
function isNarrow({ filter, order }: PageRequest): boolean {
  const { name, path, checksum, properties, propertySets, only, createdMin, modifiedMin, modifiedMax } =
    filter;
  if (checksum || properties?.length || propertySets?.length || only) return true;
  if (path && hasPathTrigrams(path)) return true;
  // Names with the same prefix are adjacent in the list by name: reading the list is faster.
  if (name && hasPathTrigrams(name)) return !(order.field === 'NAME' && isPrefix(name));
  return order.field !== 'MODIFIED' && Boolean(createdMin || modifiedMin || modifiedMax);
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

const matching = ({ filter, scope }: PageRequest): SQL => all([...scoped(scope), ...fileConditions(filter)]);

const estimated = (request: PageRequest): Promise<number> =>
  estimate(sql`SELECT FROM files f WHERE ${matching(request)}`);

/** Fetching this many files is faster than narrowing them down with an index. */
const fewWithTrigrams = 6000;

/**
 * Searches the trigram index by the few most selective trigrams, unless far more files contain
 * those than match.
 */
async function foundSoonest(request: PageRequest): Promise<SQL> {
  const { filter, scope } = request;
  const { name, path, checksum, properties, propertySets, only } = filter;
  const globs = pathGlobs(filter);
  if (!globs.length || checksum || properties?.length || propertySets?.length || only)
    return matching(request);
  const sample = await pathSample();
  const selective = globs.map((glob) => selectiveTrigrams(runsOf(glob), sample));
  const patterns = fileConditions({ ...(name ? { name } : {}), ...(path ? { path } : {}) });
  const [files, matches] = await Promise.all(
    [sql`SELECT FROM files f`, sql`SELECT FROM files f WHERE ${all(patterns)}`].map(estimate),
  );
  const having = selective.reduce((least, found) => Math.min(least, found?.part ?? 1), 1) * (files ?? 0);
  if (!worthWords(having, matches ?? 0, fewWithTrigrams)) return matching(request);
  const trigrams = selective.flatMap((found) =>
    found ? sql`${pathParts} LIKE ${found.glob.replaceAll('*', '%')}` : [],
  );
  const rest = [...patternConditions(filter).map(unestimated), ...otherConditions(filter)];
  return all([...scoped(scope), ...trigrams, ...rest]);
}

/** ID of a file's row and its sort key; `null` in a row that only counts candidates. */
interface Row extends Record<string, unknown> {
  id: string | null;
  key: string | number;
  candidates: number;
  /** Number of examined files. */
  looked: number;
  /** In list order: marks the last examined file, which is no match. */
  last?: boolean;
}

/** Returns the first `most` candidates by name, or any `most` that match the source. */
async function fromCandidates(
  request: PageRequest,
  { most = maxCandidates, source }: { most?: number; source?: 'by name' | SQL } = {},
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
  const lookedAt = all([...scoped(scope), ...examinedConditions(filter)]);
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

/**
 * `unlessNone`: without matches, skip the lookup of the position where the search stopped. The page
 * is then capped without `stoppedAt`.
 */
async function inOrder(
  request: PageRequest,
  enough: number = maxExamined.NAME,
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

/** Reads files in index order without further conditions. */
async function straight({ order, first }: PageRequest, bounds: readonly SQL[]): Promise<Part> {
  const statement = sql`
    SELECT f.id::text AS id, ${order.key} AS key FROM files f WHERE ${all(bounds)} ${inThis(order)}
    LIMIT ${sql.raw(String(first + 1))}`;
  const rows = await prepared<Row>(statement, first);
  return { ...(await pageOf(rows, first)), capped: false };
}

/**
 * Returns the matches among the first `most` files, and the last examined file, where the next page
 * begins.
 */
async function examine(
  { order, first, filter }: PageRequest,
  bounds: readonly SQL[],
  rest: readonly SQL[],
  enough: number,
  unlessNone: boolean,
): Promise<Part> {
  const { name: _, ...others } = filter;
  // Conditions other than the name require fetching each file.
  const most = fileConditions(others).length ? maxExamined.MODIFIED : Math.min(examined(order), enough);
  // A separate lookup finds the last examined file: numbering all of them would take as long as
  // examining them.
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
