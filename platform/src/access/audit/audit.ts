import type { AuditChange, AuditEvent, AuditEventName } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
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
