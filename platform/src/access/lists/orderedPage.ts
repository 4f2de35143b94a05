import { Type } from '@sinclair/typebox';
import { type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { after } from './keyset.ts';
import { type NamedPage, type PageQuery, pageQuery } from './paging.ts';
import { contains, wordsOf } from './searchWords.ts';

/** A list that the database searches, sorts, and pages. */
interface OrderedList<Order extends string> {
  readonly name: string;
  readonly columns: SQL;
  readonly from: SQL;
  /** Lowercase text that contains each word of a search. */
  readonly searched: SQL;
  /** Sort keys, with the type that a key in a cursor is converted to. The first is the default. */
  readonly orders: Readonly<Record<Order, { readonly key: SQL; readonly type: SQL }>>;
  /** Unique. */
  readonly tie: SQL;
}

interface OrderedQuery<Order extends string> extends PageQuery {
  search?: string;
  sort_by?: Order;
  descending_order?: boolean;
}

/** Query of a list whose response is an array: `X-Next-Cursor` has the cursor of the next page. */
export function orderedQuery<Order extends string>(orders: readonly Order[], searched: string) {
  return Type.Object({
    ...pageQuery.properties,
    search: Type.Optional(
      Type.String({ maxLength: 200, description: `Words, each of which ${searched} contains.` }),
    ),
    sort_by: Type.Optional(Type.Unsafe<Order>({ type: 'string', enum: [...orders] })),
    descending_order: Type.Optional(Type.Boolean()),
  });
}

/** Header with the value of `cursor` for the next page. Absent on the last page. */
export const nextCursorHeader = 'x-next-cursor';

/**
 * Reads a page of the matching rows, or all of them without `limit`. Throws `HttpError` 400 for a
 * cursor of another list or order.
 */
export async function orderedPage<Row extends object, Order extends string>(
  { name, columns, from, searched, orders, tie }: OrderedList<Order>,
  query: OrderedQuery<Order>,
  where: SQL = sql`true`,
): Promise<NamedPage<Row>> {
  const { search = '', descending_order: isDescending = false, limit, cursor } = query;
  const field = query.sort_by ?? (Object.keys(orders)[0] as Order);
  const { key, type } = orders[field];
  const list: ListName = [name, field.toUpperCase(), isDescending ? 'DESC' : 'ASC'];
  const wanted = [where, ...wordsOf(search).map((word) => contains(searched, word))];
  if (cursor !== undefined) wanted.push(after(decodeCursor(list, cursor), { key, type, tie, isDescending }));
  const { rows } = await db().execute<Record<string, unknown> & { place_key: string; place_tie: string }>(sql`
    SELECT ${columns}, (${key})::text AS place_key, (${tie})::text AS place_tie FROM ${from}
    WHERE ${sql.join(wanted, sql` AND `)} ORDER BY ${key} ${sql.raw(isDescending ? 'DESC' : 'ASC')}, ${tie}
    ${limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`}`);
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  const page = shown.map(({ place_key: _key, place_tie: _tie, ...row }) => row as Row);
  if (!last || rows.length === shown.length) return { rows: page };
  return { rows: page, cursor: encodeCursor(list, { key: last.place_key, tie: last.place_tie }) };
}
