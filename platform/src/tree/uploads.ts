import type { TreeUploads } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import { plainFilesOf } from '../pipeline/Format.ts';
import { authorizeWrite, writeTarget } from '../pipeline/writeTarget.ts';
import { requireRepository } from '../repositories/repositories.ts';

/** Checks upload permission and existing files. Throws `HttpError` 400, 401, 403, or 404. */
export async function checkUploads(
  caller: Caller,
  repoKey: string,
  paths: readonly string[],
): Promise<TreeUploads> {
  const target = await writeTarget(await requireRepository(repoKey));
  const { check } = plainFilesOf(target.packageType);
  for (const path of paths) {
    await authorizeWrite(caller, 'deploy', target, path);
    check?.(path);
  }
  const { rows } = await db().execute<{ path: string }>(sql`
    SELECT path FROM files WHERE repo = ${target.key} AND path = ANY(${sql.param(paths)}::text[])`);
  return { existing: rows.map(({ path }) => path) };
}
