import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { transactionWithRetry } from '../../../database/transactionWithRetry.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { causeNow, withCause } from '../../../events/cause.ts';
import { changeFileCount } from '../../../files/fileCounts.ts';
import { announceRemoval } from '../../../files/files.ts';
import type { VersionKey } from '../../../packages/indexing.ts';
import { type Format, formatOf } from '../../../pipeline/Format.ts';
import { findRepository } from '../../../repositories/repositories.ts';
import { filesOf } from '../../content/artifactFiles.ts';
import { describeVersions, isRepublished } from '../../content/describeVersions.ts';
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

interface OwnFile extends Record<string, unknown>, Partial<VersionKey> {
  id: string;
  packageType: string;
  repo: string;
  path: string;
}

/**
 * Removes the versions of formats that do not accept individual files, and returns the other files.
 * Parts such as layers are left to garbage collection, because versions of others can share them.
 */
async function withoutVersions(ids: readonly string[]): Promise<string[]> {
  const { rows } = await db().execute<OwnFile>(sql`
    SELECT f.id::text, r.package_type AS "packageType", f.repo, f.path, v.type, v.name, v.version
    FROM files f JOIN repositories r ON r.key = f.repo LEFT JOIN LATERAL (
      SELECT p.type, p.name, v.name AS version FROM version_files vf JOIN versions v ON v.id = vf.version_id AND v.lead_path = f.path
      JOIN packages p ON p.id = v.package_id WHERE vf.file_id = f.id LIMIT 1
    ) v ON true
    WHERE f.id = ANY(${sql.param([...ids])}::bigint[])
      AND NOT EXISTS (SELECT FROM release_bundle_artifacts b WHERE b.file_id = f.id) ORDER BY f.repo, f.path`);
  const plain: string[] = [];
  // Without a request, as the trash would keep them otherwise.
  const { requestId: _, ...cause } = causeNow();
  for (const row of rows) {
    const format = formatOf(row.packageType);
    if (format && isRepublished(format))
      await withCause(
        () => cause,
        () => removeVersion(format, row),
      );
    else plain.push(row.id);
  }
  return plain;
}

async function removeVersion(format: Format, { repo, path, type, name, version }: OwnFile): Promise<void> {
  if (type && name && version) return format.removeVersion?.({ repo, type, name, version });
  // Not in the index, such as a manifest without a tag. Described only if nothing else needs it.
  const described = await describeVersions(format, [...(await filesOf([{ repo, path }])).values()]);
  if ([...described.values()].some((each) => each?.state)) await format.branches?.forget(repo, path, [path]);
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
