import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/** Returns a build that refers to each blob, as `name number`. Older build-info has only SHA-1. */
export async function buildOfBlobs(sha256s: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db().execute<{ sha256: string; build: string }>(sql`
    SELECT DISTINCT ON (b.sha256) b.sha256, i.name || ' ' || i.number AS build
    FROM blobs b JOIN LATERAL (
      SELECT build_id FROM build_files WHERE sha256 = b.sha256
      UNION ALL SELECT build_id FROM build_files WHERE sha1 = b.sha1 AND b.sha1 <> '' AND build_files.sha256 IS NULL
      LIMIT 1) f ON true JOIN builds i ON i.id = f.build_id
    WHERE b.sha256 = ANY(${sql.param([...new Set(sha256s)])}::text[])`);
  return new Map(rows.map(({ sha256, build }) => [sha256, build]));
}
