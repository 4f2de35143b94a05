import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

export interface StoredSettings {
  target: string;
  /** Whether the schedule is active. */
  enabled: boolean;
  /** In the time zone of the server. */
  hour: number;
  /** Days of the week; 0 is Sunday. */
  days: number[];
  keep: number;
  changed: Date;
}

/** Returns undefined if no settings are saved. */
export async function readBackupSettings(): Promise<StoredSettings | undefined> {
  const { rows } = await db().execute<Omit<StoredSettings, 'changed'> & { changed: string }>(
    sql`SELECT target, enabled, hour, days, keep, changed::text FROM backup_settings`,
  );
  const [row] = rows;
  return row && { ...row, changed: new Date(row.changed) };
}

export async function saveBackupSettings(
  { target, enabled, hour, days, keep }: Omit<StoredSettings, 'changed'>,
  by: string,
): Promise<void> {
  const list = `{${days.join(',')}}`;
  await db().execute(sql`
    INSERT INTO backup_settings (target, enabled, hour, days, keep, changed_by)
    VALUES (${target}, ${enabled}, ${hour}, ${list}::integer[], ${keep}, ${by})
    ON CONFLICT (single) DO UPDATE SET target = excluded.target, enabled = excluded.enabled, hour = excluded.hour,
      days = excluded.days, keep = excluded.keep, changed = now(), changed_by = excluded.changed_by`);
}
