import type { RemovalSelection } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type PackageKey, parsePackageId } from '../packages/list/packageId.ts';
import { isUnlimited, narrowView, type View } from '../packages/sql/readable.ts';

/** Maximum versions of a deletion, and their files. */
const maxVersions = 1000;
const maxFiles = 20_000;

export interface SelectedVersion extends PackageKey {
  packageId: string;
  version: string;
  repo: string;
  files: { path: string; size: number; sha256: string }[];
}

/**
 * Returns the visible versions of the selection in a fixed order. Throws `HttpError` 400 if it
 * exceeds the maximum.
 */
export async function selectedVersions(selection: RemovalSelection, view: View): Promise<SelectedVersion[]> {
  const { scope, partial, mayRead } = selection.repos ? await narrowView(view, selection.repos) : view;
  const found = new Map<string, SelectedVersion>();
  let files = 0;
  for (const { id, versions } of selection.packages) {
    const key = parsePackageId(id);
    for (const row of await versionRows(key, scope, versions)) {
      if (partial.has(row.repo) && !(await mayRead(row.repo, row.lead))) continue;
      const { version, repo } = row;
      found.set(JSON.stringify([key.type, key.name, version, repo]), {
        ...key,
        packageId: id,
        version,
        repo,
        files: row.files,
      });
      files += row.files.length;
      if (found.size > maxVersions || files > maxFiles) throw tooMany();
    }
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, version]) => version);
}

interface Row extends Record<string, unknown> {
  version: string;
  repo: string;
  lead: string;
  files: SelectedVersion['files'];
}

async function versionRows(
  { type, name }: PackageKey,
  scope: View['scope'],
  versions: readonly string[] | undefined,
): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT v.name AS version, v.repo, v.lead_path AS lead, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'size', b.size, 'sha256', f.sha256) ORDER BY f.path), '[]')
      FROM version_files vf JOIN files f ON f.id = vf.file_id JOIN blobs b ON b.sha256 = f.sha256
      WHERE vf.version_id = v.id) AS files
    FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name}
      ${versions ? sql`AND v.name = ANY(${sql.param(versions)}::text[])` : sql``}
      ${isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`}
    ORDER BY v.sort_key, v.name, v.repo LIMIT ${maxVersions + 1}`);
  return rows;
}

function tooMany(): HttpError {
  return new HttpError(
    400,
    'TOO_MANY',
    `The selection exceeds ${maxVersions} versions with ${maxFiles} files. Select fewer, or delete in several steps.`,
  );
}
