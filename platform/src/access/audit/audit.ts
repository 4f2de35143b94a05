import type { AuditEvent, AuditEventName } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Origin } from '../origin.ts';
import { countAudit } from './auditCounts.ts';
import { logAudit } from './auditLog.ts';

/** In days: who asks later what happened finds nothing any more. */
const keptFor = 400;

export interface AuditEntry {
  event: AuditEventName;
  outcome?: AuditEvent['outcome'];
  /** Of a user who is known: what was merely typed may be a password. */
  user?: string;
  /** When that is another. */
  by?: string;
  /** In plain words, without secrets. */
  detail?: string;
}

/** Records what happened; where it cannot, what happened fails. */
export async function audit(origin: Origin, entry: AuditEntry): Promise<void> {
  const { event, outcome = 'success', user = '', by = '', detail = '' } = entry;
  const { address, client } = origin;
  await db().execute(sql`insert into audit_events (event, outcome, user_name, by_user, address, client, detail)
    values (${event}, ${outcome}, ${user}, ${by === user ? '' : by}, ${address}, ${client}, ${detail.slice(0, 1000)})`);
  logAudit({ event, outcome, user, ...(by !== '' && by !== user ? { by } : {}), address, detail });
  countAudit(event, outcome);
}

export interface AuditQuery {
  user?: string;
  event?: string;
  from?: string;
  to?: string;
  /** An id: older ones alone. */
  before?: string;
  limit: number;
}

/** The newest first. */
export async function readAudit(query: AuditQuery): Promise<AuditEvent[]> {
  const { user, event, from, to, before, limit } = query;
  const wanted: SQL[] = [sql`true`];
  if (user !== undefined) wanted.push(sql`user_name = ${user}`);
  if (event !== undefined) wanted.push(sql`event = ${event}`);
  if (from !== undefined) wanted.push(sql`time >= ${from}::timestamptz`);
  if (to !== undefined) wanted.push(sql`time < ${to}::timestamptz`);
  if (before !== undefined) wanted.push(sql`id < ${before}::bigint`);
  // The table's own number: the text that is given for it has 9 after 10.
  const { rows } = await db().execute<AuditEvent & Record<string, unknown>>(sql`
    select id::text, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, event, outcome,
      user_name as user, by_user as by, address, client, detail
    from audit_events where ${sql.join(wanted, sql` and `)} order by audit_events.id desc limit ${limit}`);
  return rows;
}

/** For housekeeping. */
export async function dropOldAudit(): Promise<void> {
  await db().execute(sql`delete from audit_events where time < now() - make_interval(days => ${keptFor})`);
}
