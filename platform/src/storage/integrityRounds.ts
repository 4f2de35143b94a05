import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { currentStorage } from '../storage/storage.ts';
import { blobs } from './storage.ts';

/** A verification of all blobs, in progress or the last one. Sizes are in bytes. */
export interface Round {
  started: Date | null;
  /** Null while in progress. */
  finished: Date | null;
  verified: { count: number; size: number };
  /** Total at the beginning. More may have been stored since. */
  total: { count: number; size: number };
  damaged: number;
}

interface Row extends Record<string, unknown> {
  started: string | null;
  finished: string | null;
  position: string;
  verified_count: number;
  verified_bytes: number;
  total_count: number;
  total_bytes: number;
  damaged_count: number;
}

const columns = sql`started::text, finished::text, position, verified_count::float8, verified_bytes::float8,
  total_count::float8, total_bytes::float8, damaged_count::float8`;

/** Blobs between two progress updates. The lease must cover them. */
const batchSize = 100;
const lease = sql`now() + interval '5 minutes'`;
const node = randomUUID();

export async function readRound(): Promise<Round> {
  return roundOf(await readRow());
}

export interface WorkOptions {
  /** Starts a new round even if one is in progress. */
  anew?: boolean;
  /** Returns the share of the round that may be processed now. 1 means all of it. */
  share: (round: Round) => number;
  /** Maximum size in bytes and number of blobs to verify in this call. */
  most?: { size: number; count: number };
  /** Stops the work between two blobs. */
  signal?: AbortSignal;
  /** Called at the beginning and after each step. */
  progress?: (round: Round) => void;
}

/**
 * Verifies some of the blobs, in the current round or a new one. Returns undefined if another node
 * is doing so.
 */
export async function workOnRound(options: WorkOptions): Promise<Round | undefined> {
  if (!(await take())) return undefined;
  try {
    await currentStorage().integrity.refresh();
    await recheckDamaged();
    let row = await readRow();
    if (options.anew || row.started === null || row.finished !== null) row = await beginRound();
    options.progress?.(roundOf(row));
    return roundOf(await go(row, options));
  } finally {
    await update(sql`leased_until = NULL`);
  }
}

async function go(begun: Row, { share, most, signal, progress }: WorkOptions): Promise<Row> {
  let row = begun;
  const until = {
    count: row.verified_count + (most?.count ?? Number.POSITIVE_INFINITY),
    size: row.verified_bytes + (most?.size ?? Number.POSITIVE_INFINITY),
  };
  const isWithinBounds = () => {
    const part = share(roundOf(row));
    const isDue =
      part >= 1 || row.verified_count < part * row.total_count || row.verified_bytes < part * row.total_bytes;
    return isDue && row.verified_count < until.count && row.verified_bytes < until.size;
  };
  while (!signal?.aborted && isWithinBounds()) {
    const { rows } = await db().execute<{ sha256: string; size: number }>(sql`
      SELECT sha256, size::float8 AS size FROM blobs WHERE sha256 > ${row.position} ORDER BY sha256 LIMIT ${batchSize}`);
    let count = 0;
    let size = 0;
    let damaged = 0;
    let position = row.position;
    for (const blob of rows) {
      if (signal?.aborted) break;
      const state = await blobs().verify(blob.sha256);
      if (state === 'damaged' || state === 'missing') damaged += 1;
      position = blob.sha256;
      count += 1;
      size += blob.size;
    }
    const isEnd = rows.length < batchSize && count === rows.length;
    row = await update(sql`position = ${position}, verified_count = verified_count + ${count},
      verified_bytes = verified_bytes + ${size}, damaged_count = damaged_count + ${damaged}, leased_until = ${lease}
      ${isEnd ? sql`, finished = now()` : sql``}`);
    progress?.(roundOf(row));
    if (isEnd) break;
  }
  return row;
}

/**
 * Verifies corrupted blobs again, because they may have been restored from a backup or by another
 * node.
 */
async function recheckDamaged(): Promise<void> {
  for (const sha256 of currentStorage().integrity.damaged) {
    if (await blobs().has(sha256)) await blobs().verify(sha256);
  }
}

async function take(): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    UPDATE blob_verification SET leased_by = ${node}, leased_until = ${lease}
    WHERE leased_until IS NULL OR leased_until < now()`);
  return rowCount === 1;
}

function beginRound(): Promise<Row> {
  return update(sql`started = now(), finished = NULL, position = '', verified_count = 0, verified_bytes = 0, damaged_count = 0,
    (total_count, total_bytes) = (SELECT count(*), coalesce(sum(size), 0) FROM blobs)`);
}

async function update(changes: SQL): Promise<Row> {
  const { rows } = await db().execute<Row>(sql`
    UPDATE blob_verification SET ${changes} WHERE leased_by = ${node} RETURNING ${columns}`);
  return only(rows);
}

async function readRow(): Promise<Row> {
  const { rows } = await db().execute<Row>(sql`SELECT ${columns} FROM blob_verification`);
  return only(rows);
}

function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('Another node took over the verification of stored files');
  return row;
}

function roundOf(row: Row): Round {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    started: dateOf(row.started),
    finished: dateOf(row.finished),
    verified: { count: row.verified_count, size: row.verified_bytes },
    total: { count: row.total_count, size: row.total_bytes },
    damaged: row.damaged_count,
  };
}
