import type {
  NewSupportBundle,
  ServiceName,
  SupportBundle,
  SupportBundleParameters,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { rememberBlob } from '../../blobs/rememberBlob.ts';
import { db, transaction } from '../../database/db.ts';

/** Number of attempts, each ended by a crash, after which a bundle is abandoned. */
const maxAttempts = 3;
/** Retention of bundles, in days. */
const retentionDays = 30;

export interface BundleRow {
  id: string;
  name: string;
  description: string;
  service: ServiceName;
  parameters: SupportBundleParameters;
  created: Date;
  createdBy: string;
  status: SupportBundle['status'];
  node: string | null;
  attempts: number;
  done: number;
  total: number;
  error: string | null;
  sha256: string | null;
  size: number | null;
}

const columns =
  sql.raw(`id::text, name, description, service, parameters, created, created_by AS "createdBy", status, node, attempts,
  done, total, error, sha256, size::float8 AS size`);

type Found = BundleRow & Record<string, unknown>;
const rowOf = ({ created, ...row }: Found): BundleRow => ({ ...row, created: new Date(created) });

export async function createBundle(
  service: ServiceName,
  { name, description = '', parameters = {} }: NewSupportBundle,
  createdBy: string,
): Promise<BundleRow> {
  const { rows } = await db().execute<Found>(sql`
    INSERT INTO support_bundles (name, description, service, parameters, created_by)
    VALUES (${name.trim()}, ${description}, ${service}, ${JSON.stringify(parameters)}::jsonb, ${createdBy})
    RETURNING ${columns}`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for the support bundle');
  return rowOf(row);
}

/** Returns the bundles, newest first. */
export async function listBundles(): Promise<BundleRow[]> {
  const { rows } = await db().execute<Found>(
    sql`SELECT ${columns} FROM support_bundles ORDER BY created DESC, id LIMIT 1000`,
  );
  return rows.map(rowOf);
}

export async function findBundle(id: string): Promise<BundleRow | undefined> {
  const { rows } = await db().execute<Found>(
    sql`SELECT ${columns} FROM support_bundles WHERE id::text = ${id}`,
  );
  return rows[0] && rowOf(rows[0]);
}

/** Returns whether the bundle existed. Its archive is garbage-collected. */
export async function deleteBundle(id: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`DELETE FROM support_bundles WHERE id::text = ${id}`);
  return Boolean(rowCount);
}

/** Deletes bundles that are older than 30 days. Returns their number. */
export async function dropOldBundles(): Promise<number> {
  const { rowCount } = await db().execute(
    sql`DELETE FROM support_bundles WHERE created < now() - make_interval(days => ${retentionDays})`,
  );
  return rowCount ?? 0;
}

export async function hasRequested(): Promise<boolean> {
  const { rows } = await db().execute(
    sql`SELECT 1 FROM support_bundles WHERE status = 'in progress' LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Starts the oldest requested bundle. A bundle that crashed the server several times fails instead.
 */
export async function beginBundle(node: string): Promise<BundleRow | undefined> {
  await db().execute(sql`
    UPDATE support_bundles SET status = 'failure', error = 'The server ended while it created this bundle'
    WHERE status = 'in progress' AND attempts >= ${maxAttempts}`);
  const { rows } = await db().execute<Found>(sql`
    UPDATE support_bundles SET node = ${node}, attempts = attempts + 1, done = 0, total = 0
    WHERE id = (SELECT id FROM support_bundles WHERE status = 'in progress' ORDER BY created, id LIMIT 1)
    RETURNING ${columns}`);
  return rows[0] && rowOf(rows[0]);
}

/** Returns whether the bundle is still wanted. */
export async function saveProgress(id: string, done: number, total: number): Promise<boolean> {
  const { rowCount } = await db().execute(
    sql`UPDATE support_bundles SET done = ${done}, total = ${total} WHERE id = ${id}::uuid`,
  );
  return Boolean(rowCount);
}

/** `missing` is the text about nodes that are not part of the bundle. */
export async function finishBundle(
  id: string,
  blob: { sha256: string; size: number },
  missing: string | null,
): Promise<void> {
  await transaction(async () => {
    await rememberBlob(blob);
    await db().execute(sql`
      UPDATE support_bundles SET status = 'success', error = ${missing}, done = total, sha256 = ${blob.sha256}, size = ${blob.size}
      WHERE id = ${id}::uuid`);
  });
}

export async function failBundle(id: string, error: string): Promise<void> {
  await db().execute(
    sql`UPDATE support_bundles SET status = 'failure', error = ${error.slice(0, 1000)} WHERE id = ${id}::uuid`,
  );
}

/** Returns a bundle to the queue when the server stops. */
export async function returnBundle(id: string): Promise<void> {
  await db().execute(
    sql`UPDATE support_bundles SET attempts = greatest(attempts - 1, 0) WHERE id = ${id}::uuid`,
  );
}
