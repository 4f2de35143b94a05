import type { PluginBackendCall, PluginBackendDetails } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, query } from '../../database/db.ts';

type Settings = NonNullable<PluginBackendDetails['settings']>;

/** A backend as it is set up. */
export interface BackendRow extends Omit<Settings, 'hasSecret'> {
  specifier: string;
  name: string;
  sealed: Buffer | null;
  calls: PluginBackendCall[];
  declared: PluginBackendCall[];
}

const columns = `specifier, name, url, auth, username, sealed, allow_private AS "allowPrivate", access,
  send_user AS "sendUser", calls, declared, changed_by AS "changedBy",
  to_char(changed AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed`;

export async function listBackends(): Promise<BackendRow[]> {
  const found = await db().execute<BackendRow & Record<string, unknown>>(
    sql`SELECT ${sql.raw(columns)} FROM plugin_backends ORDER BY specifier, name`,
  );
  return found.rows;
}

/** Read for each call, so that a change applies on all nodes immediately. */
export async function findBackend(specifier: string, name: string): Promise<BackendRow | undefined> {
  const text = `SELECT ${columns} FROM plugin_backends WHERE specifier = $1 AND name = $2`;
  return (await query<BackendRow>({ name: 'plugin-backend', text }, [specifier, name]))[0];
}

export async function saveBackend(row: Omit<BackendRow, 'changed'>): Promise<void> {
  const { specifier, name, url, auth, username, sealed, allowPrivate, access, sendUser, changedBy } = row;
  const [calls, declared] = [JSON.stringify(row.calls), JSON.stringify(row.declared)];
  await db().execute(sql`
    INSERT INTO plugin_backends (specifier, name, url, auth, username, sealed, allow_private, access, send_user, calls, declared, changed_by)
    VALUES (${specifier}, ${name}, ${url}, ${auth}, ${username}, ${sealed}, ${allowPrivate}, ${access}, ${sendUser},
      ${calls}::jsonb, ${declared}::jsonb, ${changedBy})
    ON CONFLICT (specifier, name) DO UPDATE SET url = excluded.url, auth = excluded.auth, username = excluded.username,
      sealed = excluded.sealed, allow_private = excluded.allow_private, access = excluded.access,
      send_user = excluded.send_user, calls = excluded.calls, declared = excluded.declared,
      changed_by = excluded.changed_by, changed = now()`);
}

/** Returns false if it is not set up. */
export async function deleteBackend(specifier: string, name: string): Promise<boolean> {
  const { rowCount } = await db().execute(
    sql`DELETE FROM plugin_backends WHERE specifier = ${specifier} AND name = ${name}`,
  );
  return rowCount === 1;
}
