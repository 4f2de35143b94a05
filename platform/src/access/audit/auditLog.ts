import { currentPlatform } from '../../database/db.ts';

/** Also writes an audit record to the log `access-audit`. */
export function logAudit(entry: object): void {
  currentPlatform().access.auditLog?.info(entry, 'audit');
}
