import type { AuditEvent } from '@lading/contract/rest';
import { type AuditFilter, readAudit } from './audit.ts';

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
  for (let before: string | undefined; ; ) {
    const events = await readAudit({ ...filter, ...(before ? { before } : {}), limit: batchSize });
    yield events;
    before = events.at(-1)?.id;
    if (events.length < batchSize) return;
  }
}
