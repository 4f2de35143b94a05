import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { TrashSupport } from '../../pipeline/Format.ts';

interface TrashedPackage {
  listed: boolean;
  published: string;
}

/** An unlisted package is restored as unlisted. */
export const nugetTrash: TrashSupport = {
  async describe(repo, files) {
    const paths = files.map(({ path }) => path);
    const { rows } = await db().execute<TrashedPackage & { path: string } & Record<string, unknown>>(sql`
      SELECT path, listed, to_char(published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published
      FROM nuget_versions WHERE repo = ${repo} AND path = ANY(${sql.param(paths)}::text[])`);
    return new Map(rows.map(({ path, ...state }) => [path, { state }]));
  },
  async apply({ repo, path }, state) {
    const { listed, published } = state as TrashedPackage;
    await db().execute(sql`
      UPDATE nuget_versions SET listed = ${listed}, published = ${published}::timestamptz
      WHERE repo = ${repo} AND path = ${path}`);
  },
};
