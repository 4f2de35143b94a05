import type { TrashPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
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
  const part = name === undefined ? undefined : `%${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  for (let read = 0; read < maxRows; read += batchSize) {
    const rows = await selectItems(sql`
      ${repo === undefined ? sql`true` : sql`i.repo = ${repo}`}
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
