import { type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { likePattern, matchesAll } from '../../packages/sql/glob.ts';
import { isUnlimited, type View } from '../../packages/sql/readable.ts';
import { type FileFilter, fileConditions } from '../files/FileFilter.ts';
import { type FoundFile, foundFiles } from '../files/FoundFile.ts';
import { likeAscii } from '../files/likeAscii.ts';
import { maySee } from '../files/visibleFiles.ts';

export interface EntryFilter {
  /** A glob of the path inside the archive. */
  name: string;
  /** A glob of the archive's name or of its package's name. */
  archive?: string;
  /** Exclude `Outer$Inner.class`. */
  excludeInnerClasses?: boolean;
  searchClassOnly?: boolean;
  /** Conditions on the archive itself. */
  files?: FileFilter;
}

export interface FoundEntry extends FoundFile {
  /** The path inside the archive. */
  entry: string;
}

export interface EntryPage {
  found: FoundEntry[];
  /** A cursor. */
  next: string | undefined;
  capped: boolean;
}

/** Maximum paths per round. */
const maxPaths = 500;
const maxRounds = 10;
const list = ['entries', 'PATH', 'ASC'] as const;

interface Row extends Record<string, unknown> {
  /** ID of the file's row; `null` in a row that only has `onward`. */
  id: string | null;
  entry: string;
  archive: string;
  /** The first path after this round. */
  onward: string | null;
}

interface After {
  entry: string;
  archive: string;
  file: string;
}

/** Returns a page of archives by their content, sorted by the path inside. */
export async function entryPage(
  view: View,
  filter: EntryFilter,
  first: number,
  cursor?: string,
): Promise<EntryPage> {
  let after = cursor === undefined ? undefined : placeOf(cursor);
  const found: FoundEntry[] = [];
  if (!view.scope.length) return { found, next: undefined, capped: false };
  for (let round = 1; round <= maxRounds; round++) {
    const rows = await readRows(view, filter, first + 1, after);
    const files = await foundFiles(rows.flatMap(({ id }) => id ?? []));
    for (const { id, entry, archive } of rows) {
      if (id === null) continue;
      if (found.length === first) return { found, next: after && cursorOf(after), capped: false };
      after = { entry, archive, file: id };
      const file = files.get(id);
      if (file && (await maySee(view, file))) found.push({ ...file, entry });
    }
    if (rows.length > first) continue;
    const onward = rows[0]?.onward ?? null;
    if (onward === null) return { found, next: undefined, capped: false };
    after = { entry: onward, archive: '0', file: '0' };
  }
  return { found, next: after && cursorOf(after), capped: true };
}

/** Returns all results up to a maximum. */
export async function collectEntries(
  view: View,
  filter: EntryFilter,
  most: number,
): Promise<{ found: FoundEntry[]; truncated: boolean }> {
  const found: FoundEntry[] = [];
  let cursor: string | undefined;
  let capped = false;
  do {
    const page = await entryPage(view, filter, Math.min(250, most - found.length), cursor);
    found.push(...page.found);
    capped ||= page.capped;
    cursor = page.next;
  } while (cursor !== undefined && found.length < most);
  return { found, truncated: capped || cursor !== undefined };
}

async function readRows(
  view: View,
  filter: EntryFilter,
  limit: number,
  after: After | undefined,
): Promise<Row[]> {
  const { scope } = view;
  const ofFiles = [
    ...fileConditions(filter.files ?? {}),
    ...(isUnlimited(scope) ? [] : [sql`f.repo = ANY(${sql.param(scope)}::text[])`]),
    ...(filter.archive && !matchesAll(filter.archive)
      ? [sql`(f.name_lower LIKE ${likeAscii(filter.archive)} OR ${ofPackage(filter.archive)})`]
      : []),
  ];
  const from = after ? sql`AND p.path >= ${after.entry}` : sql``;
  // The first condition is the start position in the index.
  const beyond = after
    ? sql`AND e.archive_id >= CASE WHEN p.path = ${after.entry} THEN ${after.archive}::bigint ELSE 0 END
        AND (p.path > ${after.entry} OR (e.archive_id, f.id) > (${after.archive}::bigint, ${after.file}::bigint))`
    : sql``;
  const { rows } = await db().execute<Row>(sql`
    WITH paths AS MATERIALIZED (
      SELECT p.id, p.path FROM archive_paths p WHERE ${all(pathConditions(filter))} ${from}
      ORDER BY p.path LIMIT ${maxPaths + 1}
    ),
    hits AS MATERIALIZED (
      SELECT p.path AS entry, hit.archive, hit.file FROM (SELECT * FROM paths ORDER BY path LIMIT ${maxPaths}) p CROSS JOIN LATERAL (
        SELECT e.archive_id AS archive, f.id AS file FROM archive_entries e JOIN archives a ON a.id = e.archive_id
        JOIN files f ON f.sha256 = a.sha256
        WHERE e.path_id = p.id ${beyond} ${ofFiles.length ? sql`AND ${all(ofFiles)}` : sql``}
        ORDER BY e.archive_id, f.id LIMIT ${limit}
      ) hit ORDER BY p.path, hit.archive, hit.file LIMIT ${limit}
    )
    SELECT ends.onward, h.entry, h.archive::text AS archive, h.file::text AS id
    FROM (SELECT (SELECT path FROM paths ORDER BY path OFFSET ${maxPaths}) AS onward) ends LEFT JOIN hits h ON true
    ORDER BY h.entry, h.archive, h.file`);
  return rows;
}

/** Layers of images are found by their package because they have no name. */
function ofPackage(name: string): SQL {
  return sql`EXISTS (SELECT FROM version_files vf JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    WHERE vf.file_id = f.id AND p.name_lower LIKE ${likePattern(name)})`;
}

function pathConditions({ name, searchClassOnly, excludeInnerClasses }: EntryFilter): SQL[] {
  return [
    ...(matchesAll(name) ? [] : [sql`lower(p.path) LIKE ${likeAscii(name)}`]),
    ...(searchClassOnly ? [sql`p.path LIKE '%.class'`] : []),
    ...(excludeInnerClasses ? [sql`p.path NOT LIKE '%$%.class'`] : []),
  ];
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

function cursorOf({ entry, archive, file }: After): string {
  return encodeCursor(list, { key: entry, tie: `${archive}.${file}` });
}

function placeOf(cursor: string): After {
  const { key, tie } = decodeCursor(list, cursor);
  const [, archive, file] = /^(\d{1,18})\.(\d{1,18})$/.exec(tie) ?? [];
  if (typeof key !== 'string' || key.includes('\0') || !archive || !file)
    throw new HttpError(
      400,
      'BAD_CURSOR',
      'The cursor does not match the sort order. Start over without a cursor.',
    );
  return { entry: key, archive, file };
}
