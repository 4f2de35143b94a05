import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { forgetQueue } from './matching/scanQueue.ts';

/** Deletes findings of deleted versions and, while scanning is off, the queue. */
export async function dropOldScans({ scanning }: Settings): Promise<number> {
  if (!scanning) await forgetQueue();
  let dropped = 0;
  for (const table of ['version_scans', 'version_findings', 'violations']) {
    const { rowCount } = await db().execute(sql`
      DELETE FROM ${sql.identifier(table)} s
      WHERE NOT EXISTS (SELECT FROM versions v WHERE v.package_id = s.package_id AND v.name = s.version)`);
    dropped += rowCount ?? 0;
  }
  return dropped;
}
