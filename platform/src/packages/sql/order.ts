import type { SortDirection } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { ListName, Place } from '../../database/cursor.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readDate } from './dates.ts';

/**
 * Sort column of a list, as SQL. Cursors contain texts and numbers as such, dates as milliseconds.
 */
export interface SortColumn {
  column: SQL;
  /** The column in the representation of cursors. */
  key: SQL;
  /** Converts a cursor key to a column value. Throws `HttpError` 400 for an invalid key. */
  value(place: Place): SQL;
}

export interface Order extends SortColumn {
  list: ListName;
  ascending: boolean;
}

export function orderBy(what: string, field: string, direction: SortDirection, column: SortColumn): Order {
  return { list: [what, field, direction], ascending: direction === 'ASC', ...column };
}

export function textColumn(column: SQL): SortColumn {
  return { column, key: column, value: ({ key }) => sql`${text(key)}` };
}

export function countColumn(column: SQL): SortColumn {
  return { column, key: sql`(${column})::float8`, value: ({ key }) => sql`${number(key)}::bigint` };
}

export function dateColumn(column: SQL): SortColumn {
  return {
    column,
    key: milliseconds(column),
    value: ({ key }) => sql`${(readDate(number(key)) ?? wrong()).toISOString()}::timestamptz`,
  };
}

/**
 * Converts a date to milliseconds since 1970. `date_part` returns a double: `extract` computes in
 * decimals and takes ten times as long.
 */
export function milliseconds(column: SQL): SQL {
  return sql`round(date_part('epoch', ${column}) * 1000)`;
}

/** In milliseconds. Also above every download count. */
const latestDate = 8.64e15;

function text(key: string | number): string {
  return typeof key === 'string' && !key.includes('\0') ? key : wrong();
}

function number(key: string | number): number {
  return typeof key === 'number' && Math.abs(key) <= latestDate && Number.isInteger(key) ? key : wrong();
}

function wrong(): never {
  throw new HttpError(
    400,
    'BAD_CURSOR',
    'The cursor does not match the sort order. Start over without a cursor.',
  );
}

/** Returns the row ID in the position of a cursor. */
export function rowOf({ tie }: Place): SQL {
  return /^\d{1,18}$/.test(tie) ? sql`${tie}::bigint` : wrong();
}

/** `ASC` or `DESC`. */
export const direction = ({ ascending }: Order): SQL => (ascending ? sql`ASC` : sql`DESC`);

/** Condition for rows after the position. The given column breaks ties. */
export function beyond(order: Order, tie: SQL, after: { place: Place; tie: SQL } | undefined): SQL[] {
  if (!after) return [];
  const operator = order.ascending ? sql`>` : sql`<`;
  return [sql`(${order.column}, ${tie}) ${operator} (${order.value(after.place)}, ${after.tie})`];
}
