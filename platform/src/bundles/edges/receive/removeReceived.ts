import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { transactionWithRetry } from '../../../database/transactionWithRetry.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { causeNow, withCause } from '../../../events/cause.ts';
import { changeFileCount } from '../../../files/fileCounts.ts';
import { announceRemoval } from '../../../files/files.ts';
import type { VersionKey } from '../../../packages/indexing.ts';
import { formatOf } from '../../../pipeline/Format.ts';
import { findRepository } from '../../../repositories/repositories.ts';
import { isRepublished } from '../../content/describeVersions.ts';
import { announceReceived } from './announceReceived.ts';
import { findReceived, type ReceivedRow } from './receivedRows.ts';

/**
 * Removes a version with its files in one transaction, except files of other received versions.
 * `may`: throws unless the row can be removed. Idempotent.
 */
export async function removeReceived(
  { name, version }: { name: string; version: string },
  may: (row: ReceivedRow) => void,
  { incomplete = false } = {},
): Promise<void> {
  const known = await findReceived(name, version);
  if (known?.state !== 'complete') return remove({ name, version }, may, incomplete);
  const facts = { name, version, source: known.sourceName };
  if (incomplete) return;
  may(known);
  await transaction(async () => announceReceived(facts, 'delete_started'));
  try {
    await remove({ name, version }, may, incomplete);
  } catch (error) {
    const message = error instanceof HttpError ? error.message : 'Failed to remove it. See the server log.';
    await transaction(async () => announceReceived({ ...facts, message }, 'delete_failed'));
    throw error;
  }
}

async function remove(
  { name, version }: { name: string; version: string },
  may: (row: ReceivedRow) => void,
  incomplete: boolean,
): Promise<void> {
  await transactionWithRetry(async () => {
    const row = await findReceived(name, version);
    if (!row || (incomplete && row.state === 'complete')) return;
    may(row);
    if (row.state === 'complete')
      announceReceived({ name, version, source: row.sourceName }, 'delete_completed');
    await passOn(row.id);
    const { rows: own } = await db().execute<{ id: string }>(
      sql`SELECT file_id::text AS id FROM received_artifacts WHERE bundle_id = ${row.id}::bigint AND placed`,
    );
    await db().execute(sql`DELETE FROM received_bundles WHERE id = ${row.id}::bigint`);
    const ids = own.map(({ id }) => id);
    await removeFiles(await withoutVersions(ids));
  });
}

/** Transfers shared files to another version, which will remove them. */
async function passOn(id: string): Promise<void> {
  await db().execute(sql`
    UPDATE received_artifacts o SET placed = true FROM received_artifacts a
    WHERE a.bundle_id = ${id}::bigint AND a.placed AND o.file_id = a.file_id AND o.bundle_id = (
      SELECT min(x.bundle_id) FROM received_artifacts x WHERE x.file_id = a.file_id AND x.bundle_id <> a.bundle_id)`);
  await db().execute(sql`
    UPDATE received_artifacts a SET placed = false WHERE a.bundle_id = ${id}::bigint AND a.placed
      AND EXISTS (SELECT FROM received_artifacts x WHERE x.file_id = a.file_id AND x.bundle_id <> a.bundle_id)`);
}

interface Gone extends Record<string, unknown> {
  repo: string;
  path: string;
  sha256: string;
  size: number;
}

/**
 * Removes the versions of formats that do not accept individual files, and returns the other files.
 * Parts that nothing needs any more, such as layers, are left to garbage collection.
 */
async function withoutVersions(ids: readonly string[]): Promise<string[]> {
  const { rows } = await db().execute<{ id: string; packageType: string } & Partial<VersionKey>>(sql`
    SELECT f.id::text, r.package_type AS "packageType", f.repo, p.type, p.name, v.name AS version
    FROM files f JOIN repositories r ON r.key = f.repo LEFT JOIN version_files vf ON vf.file_id = f.id
      LEFT JOIN versions v ON v.id = vf.version_id LEFT JOIN packages p ON p.id = v.package_id
    WHERE f.id = ANY(${sql.param([...ids])}::bigint[])
      AND NOT EXISTS (SELECT FROM release_bundle_artifacts b WHERE b.file_id = f.id) ORDER BY f.repo, f.path`);
  const plain: string[] = [];
  // Without a request, as the trash would keep them otherwise.
  const { requestId: _, ...cause } = causeNow();
  for (const { id, packageType, repo = '', type, name, version } of rows) {
    const format = formatOf(packageType);
    if (!isRepublished(format)) plain.push(id);
    else if (type && name && version)
      await withCause(
        () => cause,
        async () => format?.removeVersion?.({ repo, type, name, version }),
      );
  }
  return plain;
}

/** Deletes files, except those that a release bundle of this server contains. */
async function removeFiles(ids: readonly string[]): Promise<void> {
  const { rows } = await db().execute<Gone>(sql`
    DELETE FROM files f WHERE f.id = ANY(${sql.param([...ids])}::bigint[])
      AND NOT EXISTS (SELECT FROM release_bundle_artifacts b WHERE b.file_id = f.id)
    RETURNING f.repo, f.path, f.sha256, (SELECT size::float8 FROM blobs b WHERE b.sha256 = f.sha256) AS size`);
  for (const repo of new Set(rows.map((row) => row.repo))) {
    const gone = rows.filter((row) => row.repo === repo);
    const paths = gone.map(({ path }) => path);
    await changeFileCount(repo, -gone.length);
    announceRemoval(repo, gone);
    const repository = await findRepository(repo);
    const format = repository && formatOf(repository.packageType)?.plainFiles;
    if (format?.unindexMany) await format.unindexMany(repo, paths);
    else for (const path of paths) await format?.unindex(repo, path);
  }
}
