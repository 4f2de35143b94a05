import { type Prepared, query } from '../../database/db.ts';
import { packageIdOf } from '../../packages/list/packageId.ts';

/** A found file with its displayed columns. */
export interface FoundFile {
  id: string;
  repo: string;
  path: string;
  sha256: string;
  size: number;
  created: Date;
  modified: Date;
  lastDownloaded?: Date;
  package?: { id: string; name: string; version: string };
}

interface Row {
  id: string;
  repo: string;
  path: string;
  sha256: string;
  size: number;
  created: number;
  modified: number;
  downloaded: number | null;
  package_type: string | null;
  package_name: string | null;
  version: string | null;
}

/** Prepared because planning is expensive: it joins more tables than the search itself. */
const byIds: Prepared = {
  name: 'found files',
  text: `
    SELECT f.id::text AS id, f.repo, f.path, f.sha256, b.size::float8 AS size,
      round(date_part('epoch', f.created) * 1000) AS created,
      round(date_part('epoch', f.modified) * 1000) AS modified,
      round(date_part('epoch', f.last_downloaded) * 1000) AS downloaded,
      of.type AS package_type, of.name AS package_name, of.version
    FROM unnest($1::bigint[]) AS wanted (id) JOIN files f ON f.id = wanted.id JOIN blobs b ON b.sha256 = f.sha256
    LEFT JOIN LATERAL (SELECT p.type, p.name, v.name AS version FROM version_files vf
      JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
      WHERE vf.file_id = f.id LIMIT 1) of ON true`,
};

/** Returns files by the IDs of their rows. Omits files deleted since the search. */
export async function foundFiles(ids: readonly string[]): Promise<ReadonlyMap<string, FoundFile>> {
  if (!ids.length) return new Map();
  const rows = await query<Row>(byIds, [ids]);
  return new Map(rows.map((row) => [row.id, foundFile(row)]));
}

function foundFile(row: Row): FoundFile {
  const { package_type: type, package_name: name, version } = row;
  return {
    id: row.id,
    repo: row.repo,
    path: row.path,
    sha256: row.sha256,
    size: row.size,
    created: new Date(row.created),
    modified: new Date(row.modified),
    ...(row.downloaded === null ? {} : { lastDownloaded: new Date(row.downloaded) }),
    ...(type === null || name === null || version === null
      ? {}
      : { package: { id: packageIdOf({ type, name }), name, version } }),
  };
}
