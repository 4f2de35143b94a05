import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { HeldArtifact, WantedFile } from './BundleContent.ts';
import { artifactColumns, artifactOf } from './bundleRows.ts';

/**
 * Adds the files to the bundle, in the current transaction, with one statement. Locks their rows:
 * waits for concurrent deletions and replacements, and later ones see the bundle. Throws
 * `HttpError` 404 for a missing file, 409 for different content than expected.
 */
export async function holdFiles(bundleId: string, wanted: readonly WantedFile[]): Promise<HeldArtifact[]> {
  const { rows } = await db().execute<Parameters<typeof artifactOf>[0]>(sql`
    WITH wanted AS (
      SELECT * FROM unnest(${sql.param(wanted.map(({ repo }) => repo))}::text[], ${sql.param(wanted.map(({ path }) => path))}::text[])
        AS w (repo, path)
    ), held AS MATERIALIZED (
      SELECT f.id, f.repo, f.path, f.sha256 FROM wanted w JOIN files f ON f.repo = w.repo AND f.path = w.path
      ORDER BY f.id FOR SHARE OF f
    )
    INSERT INTO release_bundle_artifacts AS a
      (bundle_id, file_id, repo, path, sha256, size, package_type, package_name, package_version, properties)
    SELECT ${bundleId}::bigint, h.id, h.repo, h.path, h.sha256, b.size, r.package_type, v.package, v.version, coalesce(p.properties, '{}')
    FROM held h
    JOIN blobs b ON b.sha256 = h.sha256
    JOIN repositories r ON r.key = h.repo
    LEFT JOIN LATERAL (
      SELECT k.name AS package, v.name AS version FROM version_files vf JOIN versions v ON v.id = vf.version_id
      JOIN packages k ON k.id = v.package_id WHERE vf.file_id = h.id ORDER BY v.id LIMIT 1
    ) v ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_object_agg(key, "values") AS properties FROM (
        SELECT key, jsonb_agg(value ORDER BY value) AS "values" FROM file_properties WHERE file_id = h.id GROUP BY key) each
    ) p ON true
    RETURNING ${artifactColumns}`);
  const held = rows.map(artifactOf);
  checkHeld(wanted, held);
  return held;
}

/** Throws `HttpError` 404 for a missing file, 409 for different content than expected. */
export function checkHeld(
  wanted: readonly WantedFile[],
  held: readonly Pick<HeldArtifact, 'repo' | 'path' | 'sha256'>[],
): void {
  const found = new Map(held.map((artifact) => [`${artifact.repo}/${artifact.path}`, artifact]));
  for (const { repo, path, sha256 } of wanted) {
    const file = found.get(`${repo}/${path}`);
    if (!file) {
      throw new HttpError(
        404,
        'ARTIFACT_NOT_FOUND',
        `Artifact ${repo}/${path} not found. Check the path, and use the key of a local or remote repository`,
      );
    }
    if (sha256 !== undefined && sha256.toLowerCase() !== file.sha256) {
      throw new HttpError(
        409,
        'ARTIFACT_CHANGED',
        `Artifact ${repo}/${path} has the sha256 ${file.sha256}, not ${sha256.slice(0, 64)}`,
      );
    }
  }
}
