import type { AuditEvent } from '@lading/contract/rest';
import { type AuditFilter, readAudit } from './readAudit.ts';

/** Records per query. */
const batchSize = 1000;

/** Columns of an export as CSV. */
export const auditColumns = {
  id: ({ id }: AuditEvent) => id,
  time: ({ time }: AuditEvent) => time,
  event: ({ event }: AuditEvent) => event,
  outcome: ({ outcome }: AuditEvent) => outcome,
  user: ({ user }: AuditEvent) => user,
  by: ({ by }: AuditEvent) => by,
  address: ({ address }: AuditEvent) => address,
  client: ({ client }: AuditEvent) => client,
  detail: ({ detail }: AuditEvent) => detail,
  changes: ({ changes }: AuditEvent) => (changes ? JSON.stringify(changes) : ''),
};

/** Returns all matching records in batches, newest first. */
export async function* auditPortions(filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
  let before: string | undefined;
  do {
    const { events, next } = await readAudit({ ...filter, ...(before ? { before } : {}), limit: batchSize });
    if (events.length > 0) yield events;
    before = next;
  } while (before !== undefined);
}
