import type { PluginActivation, PluginCanary } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, query } from '../../database/db.ts';
import type { SignedRelease } from './releaseSignature.ts';

/** Maximum rows of the history to list. */
const LISTED = 200;
/** Largest `integer` of PostgreSQL, which rejects queries with larger numbers. */
const MAX_NUMBER = 2 ** 31 - 1;

export interface ReleaseRow extends SignedRelease, Record<string, unknown> {
  number: number;
  created: string;
  createdBy: string;
  note: string;
  basedOn: number | null;
  plugins: number;
  /** Whether it was ever activated, also as a canary. */
  wasActive: boolean;
}

/** The only row of `plugin_active`: the sets that pages are built from. */
export interface ActiveRow extends PluginCanary {
  revision: string;
  number: number | null;
  canary: number | null;
}

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const columns = sql`
  SELECT number, ${iso('created')} AS created, created_by AS "createdBy", note, based_on AS "basedOn", plugins, key_id AS "keyId", envelope,
    EXISTS (SELECT 1 FROM plugin_activations a WHERE a.number = r.number) AS "wasActive"
  FROM plugin_releases r`;

export async function listReleases(): Promise<ReleaseRow[]> {
  const { rows } = await db().execute<ReleaseRow>(sql`${columns} ORDER BY number DESC LIMIT ${LISTED}`);
  return rows;
}

export async function findRelease(number: number): Promise<ReleaseRow | undefined> {
  if (number > MAX_NUMBER) return undefined;
  const { rows } = await db().execute<ReleaseRow>(sql`${columns} WHERE number = ${number}`);
  return rows[0];
}

/**
 * Call in a transaction that has locked the active row, so that concurrent callers get different
 * numbers.
 */
export async function nextNumber(): Promise<number> {
  const { rows } = await db().execute<{ next: number }>(
    sql`SELECT coalesce(max(number), 0)::int + 1 AS next FROM plugin_releases`,
  );
  return rows[0]?.next ?? 1;
}

/** `specifiers`: the specifiers of the entries. */
export async function insertRelease(
  row: Omit<ReleaseRow, 'wasActive' | 'plugins'> & { specifiers: readonly string[] },
): Promise<void> {
  const { number, created, createdBy, note, basedOn, specifiers, keyId, envelope } = row;
  await db().execute(sql`
    INSERT INTO plugin_releases (number, created, created_by, note, based_on, plugins, specifiers, key_id, envelope)
    VALUES (${number}, ${created}, ${createdBy}, ${note}, ${basedOn}, ${specifiers.length},
      ${sql.param([...specifiers])}::text[], ${keyId}, ${envelope})`);
}

/**
 * Returns the newest set before number `before` that contains or can contain an entry of the
 * plugin, and was active or a canary.
 */
export async function lastReleaseWith(
  specifier: string,
  before: number | undefined,
): Promise<(ReleaseRow & { certain: boolean }) | undefined> {
  const { rows } = await db().execute<ReleaseRow & { certain: boolean }>(sql`
    SELECT found.*, r.specifiers IS NOT NULL AS certain FROM (${columns}) found JOIN plugin_releases r USING (number)
    WHERE (r.specifiers IS NULL OR ${specifier} = ANY (r.specifiers)) AND number < ${before ?? 2 ** 31 - 1}
      AND found."wasActive"
    ORDER BY number DESC LIMIT 1`);
  return rows[0];
}

const readActive = {
  name: 'plugin-active',
  text: `SELECT revision::text, number, canary_number AS canary, canary_groups AS groups, canary_percent AS percent
    FROM plugin_active`,
} as const;
const lockActive = { name: 'plugin-active-lock', text: `${readActive.text} FOR UPDATE` } as const;

/** Read every few seconds by each node: one row, by a prepared statement. */
export async function activeRow({ lock = false } = {}): Promise<ActiveRow> {
  const [row] = await query<ActiveRow>(lock ? lockActive : readActive, []);
  if (!row) throw new Error('The table plugin_active has no row');
  return row;
}

/** A change of the active sets, for all nodes. */
export interface Activation extends Partial<PluginCanary> {
  action: PluginActivation['action'];
  by: string;
  number: number | null;
  canary?: number | null;
}

/** Replaces the active row, which the transaction has locked, and adds to the history. */
export async function writeActive(before: ActiveRow, activation: Activation): Promise<void> {
  const { action, by, number, canary = null, groups = [], percent = 0 } = activation;
  await db().execute(sql`
    UPDATE plugin_active SET revision = revision + 1, number = ${number}, canary_number = ${canary},
      canary_groups = ${sql.param(groups)}::text[], canary_percent = ${percent}`);
  const about = action === 'canary' ? canary : action === 'stop' ? before.canary : number;
  await db().execute(sql`
    INSERT INTO plugin_activations (by_user, action, number, previous) VALUES (${by}, ${action}, ${about}, ${before.number})`);
}

/** Makes all nodes reload data that belongs to the active row, such as revoked versions. */
export async function touchActive(): Promise<void> {
  await db().execute(sql`UPDATE plugin_active SET revision = revision + 1`);
}

export async function listActivations(): Promise<PluginActivation[]> {
  const { rows } = await db().execute<Record<string, unknown>>(sql`
    SELECT ${iso('time')} AS time, by_user AS by, action, number, previous FROM plugin_activations ORDER BY id DESC LIMIT ${LISTED}`);
  // The response omits fields that are null in the database.
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  ) as PluginActivation[];
}

/**
 * Returns the set that was active before the last activation of `number`; `undefined` if the
 * history does not contain it.
 */
export async function activeBefore(number: number): Promise<number | null | undefined> {
  const { rows } = await db().execute<{ previous: number | null }>(sql`
    SELECT previous FROM plugin_activations
    WHERE number = ${number} AND action IN ('activate', 'promote') AND previous IS DISTINCT FROM ${number}
    ORDER BY id DESC LIMIT 1`);
  return rows[0]?.previous;
}
