import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { audit } from './audit.ts';
import { logAudit } from './auditLog.ts';
import { anchorMac, type HashRecord, readRows } from './chainRows.ts';

/** Records per transaction. */
const batchSize = 1000;

export interface Head extends Record<string, unknown> {
  position: string;
  hash: Buffer;
  anchor_position: string;
  anchor_hash: Buffer;
  anchor_mac: Buffer | null;
}

/** Whether records wait to be added to the chain. */
export async function isChainPending(): Promise<boolean> {
  const { rows } = await db().execute(sql`select 1 from audit_events where position is null limit 1`);
  return rows.length > 0;
}

/**
 * Adds new records to the hash chain, in the order in which they are found. Writers don't wait for
 * each other, so a record that is committed late gets a later position.
 */
export async function extendChain(hashOf: HashRecord, signal?: AbortSignal): Promise<number> {
  for (let count = 0; ; ) {
    const added = signal?.aborted ? 0 : await extendByPortion(hashOf);
    count += added;
    if (added < batchSize) return count;
  }
}

async function extendByPortion(hashOf: HashRecord): Promise<number> {
  const head = await transaction(async () => {
    const { position, hash } = await lockHead();
    const rows = await readRows(
      sql`audit_events.position is null order by audit_events.id limit ${batchSize}`,
    );
    if (rows.length === 0) return undefined;
    let [last, at] = [hash, Number(position)];
    const chained = rows.map((row) => {
      at += 1;
      last = hashOf(last, at, row);
      return { id: row.id, position: at, hash: last.toString('hex') };
    });
    await db().execute(sql`update audit_events e set position = c.position, hash = decode(c.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(chained)}::jsonb) as c (id bigint, position bigint, hash text)
      where e.id = c.id`);
    await db().execute(sql`update audit_chain set position = ${at}, hash = ${last}`);
    return { position: at, hash: last.toString('hex'), count: rows.length };
  });
  if (head === undefined) return 0;
  // Also logged outside of the database, to detect a truncated chain.
  logAudit({ chain: head.position, hash: head.hash });
  return head.count;
}

/**
 * Deletes records that are older than the number of days, and records that. The rest of the chain
 * can still be verified.
 */
export async function trimChain(days: number, hashOf: HashRecord): Promise<number> {
  return transaction(async () => {
    await lockHead();
    const { rows } = await db().execute<{ last: string | null }>(sql`
      select max(position) as last from audit_events where position < coalesce(
        (select min(position) from audit_events where time >= now() - make_interval(days => ${days})),
        (select position + 1 from audit_chain))`);
    const last = rows[0]?.last;
    if (last === null || last === undefined) return 0;
    const [row] = await readRows(sql`audit_events.position = ${last}`);
    if (!row?.hash) throw new Error(`The audit record at position ${last} has no hash`);
    await db().execute(sql`update audit_chain set anchor_position = ${last}, anchor_hash = ${row.hash},
      anchor_mac = ${anchorMac(hashOf, Number(last), row.hash)}`);
    const { rowCount } = await db().execute(sql`delete from audit_events where position <= ${last}`);
    const deleted = rowCount ?? 0;
    const detail = `${deleted} records older than ${days} days deleted, up to position ${last}`;
    await audit({ address: '', client: '' }, { event: 'audit-trimmed', user: 'system', detail });
    return deleted;
  });
}

/** Locks the end of the chain, and returns it. */
async function lockHead(): Promise<Head> {
  return (await db().execute<Head>(sql`select * from audit_chain for update`)).rows[0] as Head;
}

/**
 * Reads the end of the chain. Waits for a concurrent extension, so that the result is consistent
 * with the records.
 */
export async function readHead(): Promise<Head> {
  return transaction(lockHead);
}
