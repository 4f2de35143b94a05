import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { TrashSupport } from '../../../pipeline/Format.ts';
import { indexRelease } from '../indexRelease.ts';

interface TrashedDistribution {
  yanked: string | null;
  uploaded: string;
  uploadedBy: string;
}

/** A yanked distribution is restored as yanked. */
export const pythonTrash: TrashSupport = {
  async describe(_repo, files) {
    const { rows } = await db().execute<TrashedDistribution & { id: string } & Record<string, unknown>>(sql`
      SELECT file_id::text AS id, yanked, uploaded_by AS "uploadedBy",
        to_char(uploaded AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS uploaded
      FROM pypi_files WHERE file_id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[])`);
    const paths = new Map(files.map(({ id, path }) => [id, path]));
    return new Map(rows.map(({ id, ...state }) => [paths.get(id) ?? '', { state }]));
  },
  async apply({ id, repo, path }, state) {
    const { yanked, uploaded, uploadedBy } = state as TrashedDistribution;
    await db().execute(sql`
      UPDATE pypi_files SET yanked = ${yanked}, uploaded = ${uploaded}::timestamptz, uploaded_by = ${uploadedBy}
      WHERE file_id = ${id}::bigint`);
    const [project = '', version = ''] = path.split('/');
    await indexRelease(repo, project, version);
  },
};
