import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';

export interface LockedPackage {
  repo: string;
  name: string;
  revision: number;
  tags: Record<string, string>;
}

/**
 * Locks the package until the current transaction ends. Throws `HttpError` 404 if it is not
 * published in the repository, and 409 if `rev` is not the current revision.
 */
export async function lockPackage(repo: string, name: string, rev?: string): Promise<LockedPackage> {
  const result = await db().execute<{
    revision: number;
    tags: Record<string, string>;
    versions: boolean;
  }>(sql`
    SELECT revision::float8 AS revision, tags,
      EXISTS (SELECT FROM npm_versions v WHERE v.repo = p.repo AND v.name = p.name) AS versions
    FROM npm_packages p WHERE repo = ${repo} AND name = ${name} FOR NO KEY UPDATE`);
  const [row] = result.rows;
  if (!row?.versions) throw new HttpError(404, 'NOT_FOUND', `Package ${shown(name)} not found in ${repo}`);
  if (rev !== undefined && rev !== String(row.revision)) {
    throw new HttpError(409, 'CONFLICT', `${name} was changed concurrently. Fetch it and repeat the change.`);
  }
  return { repo, name, revision: row.revision, tags: row.tags };
}

/** Stores the package's tags and creates a new revision. */
export async function saveTags({ repo, name }: LockedPackage, tags: Record<string, string>): Promise<void> {
  await db().execute(sql`
    UPDATE npm_packages SET tags = ${JSON.stringify(tags)}::jsonb, revision = nextval('npm_revisions'), modified = now()
    WHERE repo = ${repo} AND name = ${name}`);
}

export async function hasVersion({ repo, name }: LockedPackage, version: string): Promise<boolean> {
  const result = await db().execute(sql`
    SELECT FROM npm_versions WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
  return Boolean(result.rowCount);
}
