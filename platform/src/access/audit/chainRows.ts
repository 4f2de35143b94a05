import { createHmac } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** A record in the form in which it is hashed. All values are text as the database formats them. */
export interface ChainedRow extends Record<string, unknown> {
  id: string;
  time: string;
  event: string;
  outcome: string;
  user_name: string;
  by_user: string;
  address: string;
  client: string;
  detail: string;
  changes: string | null;
  position: string | null;
  hash: Buffer | null;
}

/** Returns the hash of a record and of everything before it. */
export type HashRecord = (before: Buffer, position: number, row: ChainedRow) => Buffer;

/**
 * Hashes with a key that is not in the database, so that a changed record cannot get a valid hash.
 */
export function hashWith(key: Buffer): HashRecord {
  return (before, position, row) => {
    const { id, time, event, outcome, user_name, by_user, address, client, detail, changes } = row;
    const fields = [position, id, time, event, outcome, user_name, by_user, address, client, detail, changes];
    return createHmac('sha256', key).update(before).update(JSON.stringify(fields)).digest();
  };
}

/** Fields of no record, because records have an ID. */
const anchor = {
  ...{ id: '', time: '', event: 'anchor', outcome: '', user_name: '', by_user: '' },
  ...{ address: '', client: '', detail: '', changes: null },
} as unknown as ChainedRow;

/** Authenticates the last deleted record: its position and hash. */
export function anchorMac(hashOf: HashRecord, position: number, hash: Buffer): Buffer {
  return hashOf(hash, position, anchor);
}

export async function readRows(condition: SQL): Promise<ChainedRow[]> {
  const { rows } = await db().execute<ChainedRow>(sql`
    select id::text, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, event, outcome, user_name,
      by_user, address, client, detail, changes::text as changes, position::text as position, hash
    from audit_events where ${condition}`);
  return rows;
}
