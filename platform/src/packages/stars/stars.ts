import type { Package, PackageStar, StarredPackages } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findNode } from '../list/findNode.ts';
import { type PackageKey, parsePackageId } from '../list/packageId.ts';
import { readableNodes } from '../list/readableNodes.ts';
import { shownIn } from '../list/visible.ts';
import { viewOf } from '../sql/readable.ts';

/** Maximum stars per user. */
const most = 500;

/** Returns the caller's starred packages, except those that the caller can no longer read. */
export async function starredPackages(caller: Caller): Promise<StarredPackages> {
  const { rows } = await db().execute<{ id: string; starred: number }>(sql`
    SELECT p.id::text AS id, (extract(epoch FROM s.created) * 1000)::float8 AS starred
    FROM package_stars s JOIN packages p ON p.type = s.type AND p.name = s.name
    WHERE s.user_name = ${caller.userName}`);
  if (rows.length === 0) return { packages: [] };
  const view = await viewOf(caller);
  const ids = rows.map(({ id }) => id);
  const nodes = await readableNodes({ filter: {} }, await shownIn(view, ids));
  const packages = rows.flatMap(({ id, starred }) => {
    const node = nodes.get(id);
    return node ? [{ ...summary(node), starred: new Date(starred).toISOString() }] : [];
  });
  return { packages: packages.sort((one, next) => next.modified.localeCompare(one.modified)) };
}

const summary = ({ id, name, packageType, latestVersion, modified }: Package) => ({
  id,
  name,
  packageType,
  latestVersion,
  modified,
});

/** Throws `HttpError` 400 for an invalid ID, 404 for a package that the caller cannot read. */
export async function readStar(caller: Caller, packageId: string): Promise<PackageStar> {
  const { node, key } = await readablePackage(caller, packageId);
  const { rows } = await db().execute(sql`
    SELECT FROM package_stars WHERE user_name = ${caller.userName} AND type = ${key.type} AND name = ${key.name}`);
  return { starred: rows.length > 0, followers: node.stats.followers };
}

/** Adds a star. Throws `HttpError` as `readStar`, and 400 above the limit. */
export async function addStar(caller: Caller, packageId: string): Promise<PackageStar> {
  const { key, row } = await readablePackage(caller, packageId);
  const { userName } = caller;
  await db().execute(sql`
    INSERT INTO package_stars (user_name, type, name, after_version, advisories)
    SELECT ${userName}, ${key.type}, ${key.name}, (SELECT coalesce(max(id), 0) FROM versions),
      ARRAY(SELECT DISTINCT f.advisory FROM version_findings f WHERE f.package_id = ${row}::bigint)
    WHERE (SELECT count(*) FROM package_stars WHERE user_name = ${userName}) < ${most}
    ON CONFLICT DO NOTHING`);
  const star = await readStar(caller, packageId);
  if (star.starred) return star;
  throw new HttpError(
    400,
    'TOO_MANY',
    `The limit of ${most} starred packages is reached. Remove a star first.`,
  );
}

/** Removes a star. Idempotent, also for packages that the caller can no longer read. */
export async function removeStar(caller: Caller, packageId: string): Promise<void> {
  const { type, name } = parsePackageId(packageId);
  await db().execute(sql`
    DELETE FROM package_stars WHERE user_name = ${caller.userName} AND type = ${type} AND name = ${name}`);
}

async function readablePackage(
  caller: Caller,
  packageId: string,
): Promise<{ node: Package; row: string; key: PackageKey }> {
  const found = await findNode(await viewOf(caller), packageId);
  if (found) return { ...found, key: parsePackageId(packageId) };
  throw new HttpError(
    404,
    'NOT_FOUND',
    `Package ${packageId.slice(0, 200)} not found, or you have no permission to view it`,
  );
}
