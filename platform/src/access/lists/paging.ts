import { Type } from '@sinclair/typebox';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';

/**
 * `limit` and `cursor` as existing clients send them. Without `limit`, the whole list is returned.
 */
export const pageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 })),
  cursor: Type.Optional(Type.String({ maxLength: 2000 })),
});

export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** Part of a list that is sorted by name. */
export interface NamedPage<Row> {
  rows: Row[];
  /** Value of `cursor` for the next page. Absent on the last page. */
  cursor?: string;
}

/**
 * Reads one page. `read` returns up to `limit` rows whose names sort after `after`. `nameOf`
 * returns a row's name. Throws `HttpError` 400 for a cursor of another list.
 */
export async function pageByName<Row>(
  list: string,
  { limit, cursor }: PageQuery,
  read: (after: string | undefined, limit: number | undefined) => Promise<Row[]>,
  nameOf: (row: Row) => string,
): Promise<NamedPage<Row>> {
  const order: ListName = [list, 'NAME', 'ASC'];
  const after = cursor === undefined ? undefined : decodeCursor(order, cursor).tie;
  const rows = await read(after, limit === undefined ? undefined : limit + 1);
  if (limit === undefined || rows.length <= limit) return { rows };
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return last ? { rows: page, cursor: encodeCursor(order, { key: '', tie: nameOf(last) }) } : { rows: page };
}
