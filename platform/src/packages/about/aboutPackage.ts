import type { PackageAbout } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { findFile } from '../../files/files.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { findNode } from '../list/findNode.ts';
import { parsePackageId } from '../list/packageId.ts';
import { isUnlimited, type View } from '../sql/readable.ts';
import type { Origin } from './Origin.ts';
import { originOf } from './origins.ts';

/**
 * Returns the description of a package from its latest version; undefined for packages outside of
 * the view. Throws `HttpError` 400 for an invalid ID.
 */
export async function aboutPackage(id: string, view: View): Promise<PackageAbout | undefined> {
  const { type, name } = parsePackageId(id);
  const found = await findNode(view, id);
  const newest = found?.node.latestVersion;
  const latest = newest ? await readableVersion(found.row, newest, view) : undefined;
  const file = latest && (await findFile(latest.repo, latest.path));
  if (!latest || !file) return undefined;
  const { version, repo, path, readme } = latest;
  const origin = await originOf(type, { name, version, file });
  // The owner of a cached file is the user who downloaded it first, not its publisher.
  const local = (await findRepository(repo))?.type === 'local';
  return {
    ...{ version, repoKey: repo, leadFilePath: path, readme: readme ?? '' },
    ...(local ? { publishedBy: file.createdBy } : {}),
    ...listed(origin),
  };
}

interface Latest extends Record<string, unknown> {
  version: string;
  repo: string;
  path: string;
  readme: string | null;
}

async function readableVersion(row: string, version: string, view: View): Promise<Latest | undefined> {
  const inScope = isUnlimited(view.scope) ? sql`true` : sql`v.repo = ANY(${sql.param(view.scope)}::text[])`;
  const { rows } = await db().execute<Latest>(sql`
    SELECT v.name AS version, v.repo, v.lead_path AS path, d.readme
    FROM versions v LEFT JOIN version_details d ON d.version_id = v.id
    WHERE v.package_id = ${row} AND v.name = ${version} AND ${inScope} ORDER BY v.repo`);
  for (const each of rows)
    if (!view.partial.has(each.repo) || (await view.mayRead(each.repo, each.path))) return each;
  return undefined;
}

function listed({ authors = [], maintainers = [], homepage, source, issues }: Origin) {
  return {
    ...{ authors, maintainers },
    ...(homepage ? { homepage } : {}),
    ...(source ? { source } : {}),
    ...(issues ? { issues } : {}),
  };
}
