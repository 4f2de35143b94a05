import type { AuditChange, AuditEvent, AuditEventName } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Origin } from '../origin.ts';
import { countAudit } from './auditCounts.ts';
import { logAudit } from './auditLog.ts';

export interface AuditEntry {
  event: AuditEventName;
  outcome?: AuditEvent['outcome'];
  /** The affected user, only if known: a name that someone typed may be a password. */
  user?: string;
  /** The acting user, if different. */
  by?: string;
  /** Plain English, without secrets. */
  detail?: string;
  /** Fields before and after the change, without secrets. */
  changes?: readonly AuditChange[];
}

/** Writes an audit record. If that fails, the audited action fails too. */
export async function audit(origin: Origin, entry: AuditEntry): Promise<void> {
  const { event, outcome = 'success', user = '', by = '', detail = '', changes = [] } = entry;
  const { address, client } = origin;
  await db().execute(sql`insert into audit_events (event, outcome, user_name, by_user, address, client, detail, changes)
    values (${event}, ${outcome}, ${user}, ${by === user ? '' : by}, ${address}, ${client}, ${detail.slice(0, 1000)},
      ${changes.length > 0 ? JSON.stringify(changes) : null}::jsonb)`);
  logAudit({
    event,
    outcome,
    user,
    ...(by !== '' && by !== user ? { by } : {}),
    address,
    detail,
    ...(changes.length > 0 ? { changes } : {}),
  });
  countAudit(event, outcome);
}

export interface AuditFilter {
  user?: string;
  by?: string;
  event?: string;
  outcome?: AuditEvent['outcome'];
  address?: string;
  /** Part of the details. */
  text?: string;
  from?: string;
  to?: string;
}

export interface AuditQuery extends AuditFilter {
  /** ID of a record, to list only older ones. */
  before?: string;
  limit: number;
}

type Row = Omit<AuditEvent, 'changes'> & { changes: AuditChange[] | null };

/** Returns matching records, newest first. */
export async function readAudit({ before, limit, ...filter }: AuditQuery): Promise<AuditEvent[]> {
  const wanted = conditions(filter);
  if (before !== undefined) wanted.push(sql`id < ${before}::bigint`);
  // Sorts by the numeric ID of the table. The returned text ID sorts 10 before 9.
  const { rows } = await db().execute<Row & Record<string, unknown>>(sql`
    select id::text, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, event, outcome,
      user_name as user, by_user as by, address, client, detail, changes
    from audit_events where ${sql.join(wanted, sql` and `)} order by audit_events.id desc limit ${limit}`);
  return rows.map(({ changes, ...event }) => (changes ? { ...event, changes } : event));
}

function conditions({ user, by, event, outcome, address, text, from, to }: AuditFilter): SQL[] {
  const wanted: SQL[] = [sql`true`];
  if (user !== undefined) wanted.push(sql`user_name = ${user}`);
  if (by !== undefined) wanted.push(sql`(by_user = ${by} or (by_user = '' and user_name = ${by}))`);
  if (event !== undefined) wanted.push(sql`event = ${event}`);
  if (outcome !== undefined) wanted.push(sql`outcome = ${outcome}`);
  if (address !== undefined) wanted.push(sql`address = ${address}`);
  if (text !== undefined) wanted.push(sql`strpos(lower(detail), ${text.toLowerCase()}) > 0`);
  if (from !== undefined) wanted.push(sql`time >= ${from}::timestamptz`);
  if (to !== undefined) wanted.push(sql`time < ${to}::timestamptz`);
  return wanted;
}
