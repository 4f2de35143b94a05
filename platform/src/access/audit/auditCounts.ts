import type { AuditEventName } from '@lading/contract/rest';
import { currentPlatform } from '../../database/db.ts';

interface Counted {
  event: AuditEventName;
  outcome: 'success' | 'failure';
  count: number;
}

export const createAuditCounts = () => new Map<string, Counted>();
const counted = () => currentPlatform().access.auditCounts;

export function countAudit(event: AuditEventName, outcome: Counted['outcome']): void {
  const counts = counted();
  const key = `${event} ${outcome}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { event, outcome, count: 1 });
}

/** Returns the number of records that this node wrote since its start. */
export function auditCounts(): readonly Counted[] {
  return [...counted().values()];
}
