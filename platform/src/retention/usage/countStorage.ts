import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { Tally, type Usage } from './Tally.ts';

/** Blobs per statement. Each blob is in one slice, so that shared content counts once. */
const blobsAtOnce = 5000;
/** Paths per statement. */
const pathsAtOnce = 10_000;

interface Row extends Record<string, unknown>, Usage {
  kind: 'repository' | 'project' | 'type' | 'total';
  key: string;
}

/** Counts all content with many short statements. Returns `undefined` if aborted. */
export async function countStorage(signal: AbortSignal): Promise<Tally | undefined> {
  const tally = new Tally();
  let after = '';
  for (;;) {
    if (signal.aborted) return undefined;
    const last = await countSlice(after, tally);
    if (last === undefined) break;
    after = last;
  }
  return (await countFolders(tally, signal)) ? tally : undefined;
}

/** Counts a slice and returns its last blob; `undefined` after the last slice. */
async function countSlice(after: string, tally: Tally): Promise<string | undefined> {
  const { rows } = await db().execute<Row & { last: string | null }>(sql`
    WITH slice AS MATERIALIZED (
      SELECT sha256, size FROM blobs WHERE sha256 > ${after} ORDER BY sha256 LIMIT ${blobsAtOnce}
    ), uses AS MATERIALIZED (
      SELECT s.sha256, s.size, f.repo, count(*) AS files FROM slice s JOIN files f ON f.sha256 = s.sha256 GROUP BY 1, 2, 3
    ), named AS (
      SELECT u.*, coalesce(r.project_key, 'default') AS project, coalesce(r.package_type, 'generic') AS type
      FROM uses u LEFT JOIN repositories r ON r.key = u.repo
    ), each AS (
      SELECT 'repository' AS kind, repo AS key, sha256, size, files FROM uses
      UNION ALL SELECT 'project', project, sha256, size, sum(files) FROM named GROUP BY 2, 3, 4
      UNION ALL SELECT 'type', type, sha256, size, sum(files) FROM named GROUP BY 2, 3, 4
      UNION ALL SELECT 'total', '', sha256, size, sum(files) FROM uses GROUP BY 3, 4
    )
    SELECT kind, key, sum(files)::float8 AS files, sum(files * size)::float8 AS bytes, count(*)::float8 AS blobs,
      sum(size)::float8 AS "storedBytes", NULL AS last
    FROM each GROUP BY kind, key
    UNION ALL SELECT '', '', 0, 0, count(*), coalesce(sum(size), 0)::float8, max(sha256) FROM slice`);
  let last: string | undefined;
  for (const row of rows) {
    if (row.kind) tally.add(row.kind, row.key, row);
    else {
      last = row.last ?? undefined;
      tally.addStored(row);
    }
  }
  return last;
}

/**
 * Counts folders from sorted paths: each path adds the folders that it does not share with the
 * previous one.
 */
async function countFolders(tally: Tally, signal: AbortSignal): Promise<boolean> {
  let after = { repo: '', path: '' };
  let before: { repo: string; folders: string[] } = { repo: '', folders: [] };
  for (;;) {
    if (signal.aborted) return false;
    const { rows } = await db().execute<{ repo: string; path: string }>(sql`
      SELECT repo, path FROM files WHERE (repo, path) > (${after.repo}, ${after.path})
      ORDER BY repo, path LIMIT ${pathsAtOnce}`);
    for (const { repo, path } of rows) {
      const folders = path.split('/').slice(0, -1);
      const known = repo === before.repo ? before.folders : [];
      let shared = 0;
      while (shared < folders.length && folders[shared] === known[shared]) shared++;
      if (folders.length > shared) tally.addFolders(repo, folders.length - shared);
      before = { repo, folders };
    }
    const last = rows.at(-1);
    if (!last || rows.length < pathsAtOnce) return true;
    after = last;
  }
}
