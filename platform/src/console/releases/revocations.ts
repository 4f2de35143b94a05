import { sql } from 'drizzle-orm';
import { db, query } from '../../database/db.ts';

/** A version of a plugin. */
export interface RevocableVersion {
  specifier: string;
  version: string;
}

/** The reasons of revoked versions, by `versionKey`. */
export type Revocations = ReadonlyMap<string, string>;

export const versionKey = ({ specifier, version }: RevocableVersion): string => `${specifier}@${version}`;

/** Read by each node when the active row has changed. */
export async function readRevocations(): Promise<Revocations> {
  const rows = await query<RevocableVersion & { reason: string }>(
    { name: 'plugin-revocations', text: 'SELECT specifier, version, reason FROM plugin_revocations' },
    [],
  );
  return new Map(rows.map((row) => [versionKey(row), row.reason]));
}

/** Returns false if it is revoked already. */
export async function insertRevocation(
  { specifier, version }: RevocableVersion,
  reason: string,
  by: string,
): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    INSERT INTO plugin_revocations (specifier, version, reason, revoked_by) VALUES (${specifier}, ${version}, ${reason}, ${by})
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** Returns false if it is not revoked. */
export async function deleteRevocation({ specifier, version }: RevocableVersion): Promise<boolean> {
  const { rowCount } = await db().execute(
    sql`DELETE FROM plugin_revocations WHERE specifier = ${specifier} AND version = ${version}`,
  );
  return rowCount === 1;
}
