import type { CleanupItem, CleanupItems } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import type { Candidate, CandidateFile, Selected } from './Candidate.ts';

/** Adds items and their files, numbered from `first`; those with a `reason` are kept. */
export async function addItems(run: string, first: number, candidates: readonly Selected[]): Promise<void> {
  const items = candidates.map((each, at) => ({
    number: first + at,
    repo: each.repo,
    name: each.packageName ?? null,
    version: each.packageVersion ?? null,
    path: each.path,
    files: each.files.length,
    bytes: each.files.reduce((sum, { size }) => sum + size, 0),
    state: each.reason === undefined ? 'selected' : 'kept',
    reason: each.reason ?? '',
  }));
  const files = candidates.flatMap(({ repo, reason, files: own }, at) =>
    reason === undefined ? own.map((file) => ({ number: first + at, repo, ...file })) : [],
  );
  await transaction(async () => {
    await db().execute(sql`
      INSERT INTO cleanup_items (run, number, repo, package_name, package_version, path, files, bytes, state, reason)
      SELECT ${run}::bigint, i.* FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i (
        number integer, repo text, name text, version text, path text, files integer, bytes bigint, state text, reason text)`);
    await db().execute(sql`
      INSERT INTO cleanup_files (run, number, file_id, repo, path, sha256, size)
      SELECT ${run}::bigint, f.* FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS f (
        number integer, id bigint, repo text, path text, sha256 text, size bigint)
      ON CONFLICT DO NOTHING`);
  });
}

export interface OpenItem extends Candidate {
  number: number;
}

/** Returns the next items to delete, in order. */
export async function openItems(run: string, limit: number): Promise<OpenItem[]> {
  const { rows } = await db().execute<{
    number: number;
    repo: string;
    name: string | null;
    version: string | null;
    path: string;
    files: CandidateFile[];
  }>(sql`
    SELECT i.number, i.repo, i.package_name AS name, i.package_version AS version, i.path, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', f.file_id::text, 'path', f.path, 'sha256', f.sha256, 'size', f.size)
        ORDER BY f.path) FROM cleanup_files f WHERE f.run = i.run AND f.number = i.number), '[]') AS files
    FROM cleanup_items i WHERE i.run = ${run}::bigint AND i.state = 'selected' ORDER BY i.number LIMIT ${limit}`);
  return rows.map(({ name, version, ...item }) => ({
    ...item,
    ...(name === null ? {} : { packageName: name }),
    ...(version === null ? {} : { packageVersion: version }),
  }));
}

/** Records the outcome of an item; call in the transaction that deletes it. */
export async function setItem(
  run: string,
  number: number,
  state: CleanupItem['state'],
  reason = '',
): Promise<void> {
  await db().execute(sql`
    UPDATE cleanup_items SET state = ${state}, reason = ${reason.slice(0, 1000)}
    WHERE run = ${run}::bigint AND number = ${number}`);
}

/** Returns a page of the report, by number. */
export async function readItems(
  run: string,
  { state, offset, limit }: { state?: string; offset: number; limit: number },
): Promise<CleanupItems> {
  const which = sql`run = ${run}::bigint ${state === undefined ? sql`` : sql`AND state = ${state}`}`;
  const { rows } = await db().execute<CleanupItem & Record<string, unknown>>(sql`
    SELECT number, repo, package_name AS "packageName", package_version AS "packageVersion", path, files,
      bytes::float8 AS bytes, state, reason
    FROM cleanup_items WHERE ${which} ORDER BY number LIMIT ${limit} OFFSET ${offset}`);
  const counted = await db().execute<{ total: number }>(
    sql`SELECT count(*)::float8 AS total FROM cleanup_items WHERE ${which}`,
  );
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}
