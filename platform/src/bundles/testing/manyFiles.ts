import { sql } from 'drizzle-orm';
import { db, withStorage } from '../../database/db.ts';
import type { BundleWorld } from './bundleWorld.ts';

/** Creates the rows of many files without their content: `many/1.bin` and so on. */
export async function manyFiles({ platform }: BundleWorld, repo: string, count: number): Promise<void> {
  await withStorage(platform.storage, async () => {
    await db().execute(sql`INSERT INTO blobs (sha256, sha1, md5, size)
      SELECT encode(sha256(n::text::bytea), 'hex'), left(encode(sha256(n::text::bytea), 'hex'), 40), md5(n::text), n
      FROM generate_series(1, ${count}::integer) n`);
    await db().execute(sql`INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
      SELECT ${repo}, 'many/' || n || '.bin', encode(sha256(n::text::bytea), 'hex'), 'application/octet-stream', now(), 'admin', now(), 'admin'
      FROM generate_series(1, ${count}::integer) n`);
    await db().execute(sql`INSERT INTO file_properties (file_id, key, value)
      SELECT id, 'build.name', 'many' FROM files WHERE repo = ${repo} AND path LIKE 'many/%'`);
    await db().execute(sql`ANALYZE`);
  });
}
