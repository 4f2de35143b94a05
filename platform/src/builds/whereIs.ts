import type { BuildDetailFile } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { db } from '../database/db.ts';

type Place = BuildDetailFile['found'][number];

/** Maximum locations per file content. */
const maxPlaces = 3;

interface Row extends Record<string, unknown> {
  sha1: string;
  sha256: string;
  repo: string;
  path: string;
  type: string | null;
  name: string | null;
  version: string | null;
}

/**
 * Returns the readable locations of a build's files, by SHA-1 and by SHA-256; files of packages
 * first.
 */
export async function whereIs(caller: Caller, buildId: string): Promise<Map<string, Place[]>> {
  const { rows } = await db().execute<Row>(sql`
    SELECT * FROM (
      SELECT b.sha1, b.sha256, f.repo, f.path, p.type, p.name, v.name AS version,
        row_number() OVER (PARTITION BY b.sha256 ORDER BY v.id IS NULL, f.id) AS place
      FROM blobs b JOIN files f ON f.sha256 = b.sha256
      LEFT JOIN version_files vf ON vf.file_id = f.id LEFT JOIN versions v ON v.id = vf.version_id LEFT JOIN packages p ON p.id = v.package_id
      WHERE b.sha256 IN (SELECT sha256 FROM build_files WHERE build_id = ${buildId} AND sha256 IS NOT NULL)
        OR b.sha1 IN (SELECT sha1 FROM build_files WHERE build_id = ${buildId} AND sha1 IS NOT NULL)
    ) found WHERE place <= 20 ORDER BY sha256, place`);
  const places = new Map<string, Place[]>();
  for (const { sha1, sha256, repo, path, type, name, version } of rows) {
    const known = places.get(sha256) ?? [];
    places.set(sha256, known).set(sha1, known);
    if (known.length >= maxPlaces || known.some((each) => each.repo === repo && each.path === path)) continue;
    if (!(await allows(caller, 'read', { repo, path }))) continue;
    known.push({ repo, path, ...(type && name && version ? { package: { type, name, version } } : {}) });
  }
  return places;
}
