import type { SortDirection } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { ListName, Place } from '../../database/cursor.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readDate } from './dates.ts';

/** What a list is sorted by, as SQL. In a cursor texts and numbers travel as such, dates as milliseconds. */
export interface SortColumn {
  column: SQL;
  /** The column as a cursor has it. */
  key: SQL;
  /** The key of a place as the column has it; throws `HttpError` 400 when it cannot be one. */
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

/** A date of milliseconds as a number of them since 1970. Floating from the start: `extract` counts in decimals, for ten times as long. */
export function milliseconds(column: SQL): SQL {
  return sql`round(date_part('epoch', ${column}) * 1000)`;
}

/** In milliseconds; no count of downloads is above it either. */
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

/** `ASC` or `DESC`. */
export const direction = ({ ascending }: Order): SQL => (ascending ? sql`ASC` : sql`DESC`);

/** The condition for what comes after the place, with ties told apart by the column given. */
export function beyond(order: Order, tie: SQL, after: { place: Place; tie: SQL } | undefined): SQL[] {
  if (!after) return [];
  const operator = order.ascending ? sql`>` : sql`<`;
  return [sql`(${order.column}, ${tie}) ${operator} (${order.value(after.place)}, ${after.tie})`];
}
