import type { PluginSettingValues } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

type Values = PluginSettingValues['values'];

/** Stored values, of the instance or of a user. They can be those of another version. */
export interface StoredValues {
  readonly instance: Values;
  readonly user: Values;
}

/** Returns the values of the instance, and those of the user. */
export async function storedValues(specifier: string, userName: string): Promise<StoredValues> {
  const { rows } = await db().execute<{ of: string | null; values: Values }>(sql`
    SELECT user_name AS of, setting_values AS values FROM plugin_settings
    WHERE specifier = ${specifier} AND (user_name IS NULL OR user_name = ${userName})`);
  const of = (name: string | null) => rows.find((row) => row.of === name)?.values ?? {};
  return { instance: of(null), user: of(userName) };
}

/** Waits for other changes of the settings of the package, until the transaction ends. */
export async function lockValues(specifier: string): Promise<void> {
  await db().execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`plugin-settings:${specifier}`}, 0))`,
  );
}

/** Without a user: of the instance. */
export async function saveValues(
  specifier: string,
  userName: string | null,
  { values, by }: { values: Values; by: string },
): Promise<void> {
  await db().execute(sql`
    INSERT INTO plugin_settings (specifier, user_name, setting_values, changed_by)
    VALUES (${specifier}, ${userName}, ${JSON.stringify(values)}::jsonb, ${by})
    ON CONFLICT (specifier, user_name) DO UPDATE
      SET setting_values = excluded.setting_values, changed_by = excluded.changed_by, changed = now()`);
}
