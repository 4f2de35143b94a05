import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { packagesTypeOf } from '../repositories/PackageType.ts';
import { listRepositories } from '../repositories/repositories.ts';
import type { Scans } from './scans.ts';
import { isUnlimited, type View } from './sql/readable.ts';

/**
 * Types of packages in completely readable repositories that are not scanned, or of which only some
 * packages are: their vulnerabilities are unknown.
 */
export async function unknownTypes({ scope, partial }: View, scans: Scans): Promise<string[]> {
  const places = (await listRepositories()).flatMap(({ key, type, packageType }) => {
    const isRead = isUnlimited(scope) || (scope.includes(key) && !partial.has(key));
    const packages = packagesTypeOf(packageType);
    return isRead && type !== 'virtual' && !(scans.on && scans.types.has(packages))
      ? [{ key, packages }]
      : [];
  });
  if (places.length === 0) return [];
  const { rows } = await db().execute<{ type: string }>(sql`
    SELECT DISTINCT r.type FROM unnest(${sql.param(places.map(({ key }) => key))}::text[],
      ${sql.param(places.map(({ packages }) => packages))}::text[]) AS r (repo, type)
    WHERE EXISTS (SELECT FROM package_listings l WHERE l.repo = r.repo AND l.type = r.type) ORDER BY r.type`);
  return rows.map(({ type }) => type);
}
