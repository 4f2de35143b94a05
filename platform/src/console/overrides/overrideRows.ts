import type { PluginOverride } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, query } from '../../database/db.ts';

/** How long an override lasts, in seconds: a working day. */
export const lifetimeSeconds = 8 * 3600;

export interface OverrideRow extends PluginOverride {
  secondsLeft: number;
}

/** Returns the override of a session that has not expired. */
export async function findOverride(sessionId: string): Promise<OverrideRow | undefined> {
  const text = `SELECT specifier, origin,
      to_char(expires AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expires,
      ceil(extract(epoch FROM expires - now()))::int AS "secondsLeft"
    FROM plugin_overrides WHERE session_id = $1 AND expires > now()`;
  return (await query<OverrideRow>({ name: 'plugin-override', text }, [sessionId]))[0];
}

/** Replaces the override of the session, and deletes those that ended. */
export async function saveOverride(
  sessionId: string,
  { specifier, origin }: Pick<PluginOverride, 'specifier' | 'origin'>,
): Promise<OverrideRow | undefined> {
  await db().execute(sql`
    DELETE FROM plugin_overrides o WHERE expires < now()
      OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = o.session_id)`);
  await db().execute(sql`
    INSERT INTO plugin_overrides (session_id, specifier, origin, expires)
    VALUES (${sessionId}, ${specifier}, ${origin}, now() + make_interval(secs => ${lifetimeSeconds}))
    ON CONFLICT (session_id) DO UPDATE
      SET specifier = excluded.specifier, origin = excluded.origin, expires = excluded.expires`);
  return findOverride(sessionId);
}

/** Returns false if the session has none. */
export async function deleteOverride(sessionId: string): Promise<boolean> {
  const { rowCount } = await db().execute(
    sql`DELETE FROM plugin_overrides WHERE session_id = ${sessionId} AND expires > now()`,
  );
  return rowCount === 1;
}

/** Ends the overrides of all sessions. */
export async function deleteOverrides(): Promise<void> {
  await db().execute(sql`DELETE FROM plugin_overrides`);
}
