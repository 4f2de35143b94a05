import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import type { HttpError } from '../../errors/HttpError.ts';
import { badAql } from './AqlReader.ts';
import { type Domain, fieldOf } from './fields.ts';
import type { AqlQuery } from './parseAql.ts';

/** Maximum results per response. */
export const maxAnswered = 10_000;
/** Query timeout in milliseconds. */
const timeoutMs = 10_000;
/** Maximum rows checked one by one, if the caller can read only some. */
const maxExamined = 100_000;

export interface Reading<Row> {
  domain: Domain;
  query: AqlQuery;
  /** Selects the rows, unordered. */
  select: SQL;
  /** Breaks ties of the sort order. */
  tie: SQL;
  /** Absent if the caller can see all rows. */
  maySee?: ((row: Row) => Promise<boolean>) | undefined;
  /** Key by which equal rows are merged; absent if rows are unique. */
  sameAs?: ((row: Row) => string) | undefined;
}

/** Returns the requested page of rows. Throws `HttpError` 400. */
export async function readRows<Row extends Record<string, unknown>>(reading: Reading<Row>): Promise<Row[]> {
  const limit = limitOf(reading.query);
  return limit > 0 ? patiently(() => read(reading, limit)) : [];
}

export function limitOf({ limit }: AqlQuery): number {
  return Math.min(limit ?? maxAnswered, maxAnswered);
}

async function read<Row extends Record<string, unknown>>(
  reading: Reading<Row>,
  limit: number,
): Promise<Row[]> {
  const { query, maySee, sameAs } = reading;
  const oneByOne = maySee !== undefined || sameAs !== undefined;
  const order = orderOf(reading, oneByOne);
  const select = async (offset: number, count: number) =>
    (
      await db().execute(sql`
    ${reading.select} ${order} OFFSET ${offset}::bigint LIMIT ${count}`)
    ).rows as Row[];
  if (!oneByOne) return select(query.offset, limit);
  const seen = new Map<string, Row>();
  const step = 5000;
  const began = performance.now();
  for (let from = 0; from < maxExamined && seen.size < query.offset + limit; from += step) {
    const rows = await select(from, step);
    for (const row of rows) {
      const key = sameAs?.(row) ?? `${seen.size}`;
      if (!seen.has(key) && (!maySee || (await maySee(row)))) seen.set(key, row);
    }
    if (rows.length < step) break;
    if (performance.now() - began > timeoutMs) throw tooMuch();
  }
  return [...seen.values()].slice(query.offset, query.offset + limit);
}

/** Pages need a stable order. */
function orderOf<Row>({ domain, query: { sort, offset }, tie }: Reading<Row>, always: boolean): SQL {
  const parts = sort.map(({ field, descending }) => {
    const { column, order = column } = fieldOf(domain, field);
    return sql`${order} ${descending ? sql`DESC` : sql`ASC`}`;
  });
  if (!parts.length && !offset && !always) return sql``;
  // In the same direction as the last field, so that an index can provide the order.
  const last = sort.at(-1)?.descending ? sql`${tie} DESC` : tie;
  return sql`ORDER BY ${sql.join([...parts, last], sql`, `)}`;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await transaction(async () => {
      await db().execute(sql.raw(`SET LOCAL statement_timeout = ${timeoutMs}`));
      return work();
    });
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    throw code === '57014' ? tooMuch() : error;
  }
}

function tooMuch(): HttpError {
  return badAql(
    'The query is too expensive. Specify a repo or a longer part of the name or path, or remove the sorting.',
  );
}
