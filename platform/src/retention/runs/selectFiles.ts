import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Format } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/Repository.ts';
import type { CandidateFile, Selected } from './Candidate.ts';
import type { Conditions, Times } from './Conditions.ts';
import { protect } from './protect.ts';

const filesAtOnce = 1000;

interface Row extends Record<string, unknown>, Times, CandidateFile {}

/** Yields files without a version, for example of generic repositories and caches. */
export async function* selectFiles(
  { key: repo }: Repository,
  format: Format,
  conditions: Conditions,
): AsyncGenerator<Selected[]> {
  let after = '';
  for (;;) {
    const { rows } = await db().execute<Row & { versioned: boolean }>(sql`
      SELECT f.id::text, f.path, f.sha256, b.size::float8 AS size,
        (extract(epoch FROM f.modified) * 1000)::float8 AS changed,
        (extract(epoch FROM f.last_downloaded) * 1000)::float8 AS downloaded,
        EXISTS (SELECT FROM version_files vf WHERE vf.file_id = f.id) AS versioned
      FROM files f JOIN blobs b ON b.sha256 = f.sha256
      WHERE f.repo = ${repo} AND f.path > ${after} ORDER BY f.path LIMIT ${filesAtOnce}`);
    const old = rows.filter(
      (row) => !row.versioned && conditions.matchesPaths([row.path]) && conditions.isOld(row),
    );
    const candidates = old.map(({ id, path, sha256, size }) => ({
      repo,
      path,
      files: [{ id, path, sha256, size }],
    }));
    yield await protect(repo, format, candidates, conditions.settings);
    const last = rows.at(-1);
    if (!last || rows.length < filesAtOnce) return;
    after = last.path;
  }
}
