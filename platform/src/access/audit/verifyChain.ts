import { setTimeout as delay } from 'node:timers/promises';
import type { AuditVerification } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type Head, readHead } from './chain.ts';
import { anchorMac, type ChainedRow, type HashRecord, readRows } from './chainRows.ts';

/** Records per query: hashing them blocks other requests for some milliseconds. */
const batchSize = 250;

interface Options {
  /** Position after which to begin: `next` of the previous part. */
  after?: number;
  /** Milliseconds after which a part ends. Absent: verifies to the end. */
  atMost?: number;
  /** Share of the time to work in; the rest is left to other requests. */
  share?: number;
  signal?: AbortSignal;
}

/** Recomputes and compares the hashes of all records, or of a part. */
export async function verifyChain(hashOf: HashRecord, options: Options = {}): Promise<AuditVerification> {
  const { after = 0 } = options;
  const head = await readHead();
  const start = Math.max(Number(head.anchor_position), Math.min(after, Number(head.position)));
  const { at, last, problem } = isAnchored(head, hashOf)
    ? await verifyFrom(start, head, hashOf, options)
    : {
        ...{ at: start, last: head.anchor_hash },
        problem: `The records up to position ${head.anchor_position} were not deleted by the retention period`,
      };
  const isComplete = at === Number(head.position);
  const tampered =
    problem ??
    (isComplete && !last.equals(head.hash)
      ? `The chain ends at position ${at} with another hash`
      : undefined);
  // Retention deleted records concurrently, so start over.
  if (tampered !== undefined && (await readHead()).anchor_position !== head.anchor_position)
    return verifyChain(hashOf, options);
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::int as count from audit_events where position is null`,
  );
  return {
    intact: tampered === undefined,
    records: at - start,
    first: start + 1,
    last: Number(head.position),
    head: head.hash.toString('hex'),
    waiting: rows[0]?.count ?? 0,
    ...(tampered === undefined ? {} : { problem: tampered }),
    ...(tampered === undefined && !isComplete ? { next: at } : {}),
  };
}

/** Whether retention deleted the records before the first one, or none were deleted. */
function isAnchored({ anchor_position, anchor_hash, anchor_mac }: Head, hashOf: HashRecord): boolean {
  const position = Number(anchor_position);
  if (position === 0) return anchor_hash.length === 0;
  return anchor_mac?.equals(anchorMac(hashOf, position, anchor_hash)) ?? false;
}

/** Verifies the records after the position `start`. Returns the last one that is unchanged. */
async function verifyFrom(start: number, head: Head, hashOf: HashRecord, options: Options) {
  const { atMost = Number.POSITIVE_INFINITY, share = 1, signal } = options;
  const until = performance.now() + atMost;
  let at = start;
  let last: Buffer = head.anchor_hash;
  if (start !== Number(head.anchor_position)) {
    // Only the key's owner can compute the next hash from it, so it is trusted unless that fails.
    const [row] = await readRows(sql`audit_events.position = ${start}`);
    if (!row?.hash) return { at, last, problem: `The record at position ${start} was deleted` };
    last = row.hash;
  }
  while (at < Number(head.position) && performance.now() < until && !signal?.aborted) {
    const began = performance.now();
    const rows = await readRows(
      sql`audit_events.position > ${at} order by audit_events.position limit ${batchSize}`,
    );
    if (rows.length === 0) return { at, last, problem: `Records after position ${at} were deleted` };
    for (const row of rows) {
      const problem = fault(row, at + 1, hashOf(last, at + 1, row));
      if (problem !== undefined) return { at, last, problem };
      at += 1;
      last = row.hash ?? last;
    }
    if (share < 1) await delay((performance.now() - began) * (1 / share - 1));
  }
  return { at, last, problem: undefined };
}

function fault(row: ChainedRow, position: number, expected: Buffer): string | undefined {
  if (Number(row.position) !== position)
    return `Position ${position} is missing: a record before record ${row.id} (${row.time}) was deleted`;
  if (row.hash?.equals(expected)) return undefined;
  return `Record ${row.id} (${row.time}) at position ${position} was changed`;
}
