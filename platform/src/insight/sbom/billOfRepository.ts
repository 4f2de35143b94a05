import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { narrowView, type View } from '../../packages/search/readable.ts';
import { packagesTypeOf } from '../../repositories/PackageType.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { keyOf, type NamedVersion, storedVersions } from '../storedVersions.ts';
import { type Bill, maxComponents } from './Bill.ts';
import { storedComponent } from './storedComponent.ts';

/**
 * The versions of a repository that the caller can read. Their dependencies are not followed: a
 * repository contains alternatives.
 */
export async function billOfRepository(repository: Repository, view: View): Promise<Bill> {
  const members = (await membersOf(repository)).map(({ key }) => key);
  const type = packagesTypeOf(repository.packageType);
  const { rows } = await db().execute<NamedVersion & Record<string, unknown>>(sql`
    SELECT DISTINCT p.name, v.name AS version FROM versions v JOIN packages p ON p.id = v.package_id
    WHERE v.repo = ANY(${sql.param(members)}::text[]) AND p.type = ${type}
    ORDER BY p.name, v.name LIMIT ${maxComponents + 1}`);
  const stored = await storedVersions(
    type,
    rows.slice(0, maxComponents),
    await narrowView(view, [repository.key]),
  );
  const components = rows.flatMap((row) => {
    const version = stored.get(keyOf(row));
    return version ? [storedComponent(type, version)] : [];
  });
  return {
    subject: {
      ref: `repository:${repository.key}`,
      kind: 'application',
      name: repository.key,
      hashes: {},
      contains: components.map(({ ref }) => ref),
      resolution: 'stored',
    },
    components,
    cut: rows.length > maxComponents,
    created: new Date(),
    id: randomUUID(),
  };
}
