import type { NotEvaluated } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Scans } from '../../packages/scans.ts';
import { currentPolicy } from '../policy/scanPolicy.ts';

/** Returns why a list of violations of one kind, or of both, can be incomplete. */
export async function notEvaluated(scans: Scans, kind?: string): Promise<NotEvaluated[]> {
  const { licenses, security } = await currentPolicy();
  const reasons: NotEvaluated[] = [];
  if (kind !== 'security' && !licenses.enabled) reasons.push('license-policy-off');
  if (kind !== 'license') {
    if (security.minSeverity === null) reasons.push('security-policy-off');
    else if (scans.types.size === 0) reasons.push('not-scanned');
  }
  if (await isWaiting()) reasons.push('in-progress');
  return reasons;
}

/** Whether any version waits for its scan. */
export async function isWaiting(): Promise<boolean> {
  const { rows } = await db().execute<{ waiting: boolean }>(sql`
    SELECT EXISTS (SELECT FROM scan_queue)
      OR EXISTS (SELECT FROM scan_sweep s WHERE s.after IS NOT NULL
        AND EXISTS (SELECT FROM packages p WHERE p.id > s.after)) AS waiting`);
  return rows[0]?.waiting ?? true;
}
