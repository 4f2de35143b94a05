import type { TrashPage } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { rightsOf } from '../access/gateway.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { listRepositories, type Repository } from '../repositories/repositories.ts';
import { maySee } from './restoreItem.ts';
import { trashSettings } from './trashSettings.ts';
import { itemOf, selectItems, type TrashRow } from './trashTable.ts';

const list: ListName = ['trash', 'deleted', 'DESC'];
/** Rows per statement. */
const batchSize = 200;
/** Maximum rows that are read for a page; the next page continues after them. */
const maxRows = 2000;

interface Filter {
  repo?: string | undefined;
  name?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Returns the items that the caller can see. A page can have fewer items than its limit. */
export async function listTrash(caller: Caller, { repo, name, cursor, limit }: Filter): Promise<TrashPage> {
  const { days } = await trashSettings();
  const found: TrashRow[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const visible = await visibleTo(caller);
  if (visible === undefined) return { items: [] };
  const part = name === undefined ? undefined : `%${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  for (let read = 0; read < maxRows; read += batchSize) {
    const rows = await selectItems(sql`
      ${visible} ${repo === undefined ? sql`` : sql`AND i.repo = ${repo}`}
      ${part === undefined ? sql`` : sql`AND lower(coalesce(i.package_name || '@' || i.package_version, i.path)) LIKE ${part}`}
      ${after ? sql`AND (i.deleted, i.id) < (to_timestamp(${after.key}::float8 / 1000), ${after.tie}::uuid)` : sql``}
      ORDER BY i.deleted DESC, i.id DESC LIMIT ${batchSize}`);
    for (const row of rows) {
      after = { key: row.deleted.getTime(), tie: row.id };
      if (await maySee(caller, row)) found.push(row);
      if (found.length === limit) break;
    }
    if (found.length === limit) break;
    if (rows.length < batchSize) {
      after = undefined;
      break;
    }
  }
  const items = found.map((row) => itemOf(row, days));
  return after ? { items, next: encodeCursor(list, after) } : { items };
}

/**
 * Condition of items that the caller may see, apart from patterns of paths, which `maySee` checks.
 * Without it, a page or a cursor would tell of items in hidden repositories, and a user without
 * items would read the whole trash. Undefined: none.
 */
async function visibleTo(caller: Caller): Promise<SQL | undefined> {
  if (caller.admin) return sql`true`;
  const [reads, deletes] = [await rightsOf(caller, 'read'), await rightsOf(caller, 'delete')];
  const readable = (await listRepositories({ type: 'local' })).filter((each) => reads.somewhere(each));
  if (readable.length === 0) return undefined;
  const deletable = readable.filter((each) => deletes.somewhere(each));
  const within = (repositories: readonly Repository[]) =>
    sql`i.repo = ANY(${sql.param(repositories.map(({ key }) => key))}::text[])`;
  const own = sql`i.deleted_by = ${caller.userName}`;
  if (deletable.length === 0) return sql`(${own} AND ${within(readable)})`;
  return sql`(${within(readable)} AND (${own} OR ${within(deletable)}))`;
}
