import type { Permission, PermissionSummary } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import type { NamedPage, PageQuery } from '../lists/paging.ts';
import { contains, wordsOf } from '../lists/searchWords.ts';
import { permissionsTable } from '../tables.ts';

export interface PermissionQuery extends PageQuery {
  /** Words, each of which the name, a repository, a user, or a group contains. */
  search?: string;
}

/** Milliseconds after which a search returns what it has found. */
const maxSearch = 20;
const portion = 1000;
const list: ListName = ['permissions', 'NAME', 'ASC'];
const byName = sql`${permissionsTable.name} collate "C"`;
const searched = sql`lower(name || E'\n' || resources::text)`;

/**
 * Returns a page of matching permissions, sorted by name. A page of a search can have fewer than
 * `limit` permissions. Throws `HttpError` 400 for a cursor of another list.
 */
export async function readPermissions(query: PermissionQuery): Promise<NamedPage<PermissionSummary>> {
  const { search = '', limit = Number.POSITIVE_INFINITY, cursor } = query;
  const words = wordsOf(search);
  const until = performance.now() + maxSearch;
  const found: PermissionSummary[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(list, cursor).tie;
  for (;;) {
    const size = words.length > 0 ? portion : Math.min(portion, limit + 1 - found.length);
    const rows = await readPortion(words, after, size);
    const summaries = rows.map(summaryOf);
    found.push(...summaries.filter((each) => isMatch(each, words)));
    after = rows.at(-1)?.name;
    if (found.length > limit) {
      const shown = found.slice(0, limit);
      return { rows: shown, cursor: cursorAfter(shown.at(-1)?.name ?? '') };
    }
    if (rows.length < size || after === undefined) return { rows: found };
    if (Number.isFinite(limit) && performance.now() > until)
      return { rows: found, cursor: cursorAfter(after) };
  }
}

const cursorAfter = (name: string) => encodeCursor(list, { key: '', tie: name });

/** The index also finds words such as `read`, which are part of each permission. */
function readPortion(
  words: readonly string[],
  after: string | undefined,
  size: number,
): Promise<Permission[]> {
  const wanted = words.map((word) => {
    // Names within the resources are escaped as in JSON, the permission's own name is not.
    const escaped = JSON.stringify(word).slice(1, -1);
    if (escaped === word) return contains(searched, word);
    return sql`(${contains(searched, word)} or ${contains(searched, escaped)})`;
  });
  if (after !== undefined) wanted.push(sql`${byName} > ${after}`);
  return db()
    .select()
    .from(permissionsTable)
    .where(wanted.length === 0 ? undefined : sql.join(wanted, sql` and `))
    .orderBy(byName)
    .limit(size);
}

function isMatch(
  { name, repositories, users, groups }: PermissionSummary,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = [name, ...repositories, ...users, ...groups].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

function summaryOf({ name, resources: { artifact, build, release_bundle } }: Permission): PermissionSummary {
  const named = (kind: 'users' | 'groups') => [
    ...new Set(
      [artifact, build, release_bundle].flatMap((resource) => Object.keys(resource?.actions[kind] ?? {})),
    ),
  ];
  return {
    name,
    uri: `/access/api/v2/permissions/${encodeURIComponent(name)}`,
    repositories: Object.keys(artifact?.targets ?? {}),
    builds: Object.keys(build?.targets ?? {}).length > 0,
    users: named('users'),
    groups: named('groups'),
  };
}
