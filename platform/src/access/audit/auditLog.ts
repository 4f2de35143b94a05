import { currentPlatform } from '../../database/db.ts';

/** Writes a record of the audit log to the log `access-audit` too. */
export function logAudit(entry: object): void {
  currentPlatform().access.auditLog?.info(entry, 'audit');
}
