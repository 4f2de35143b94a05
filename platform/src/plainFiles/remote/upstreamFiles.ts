import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** HTTP validators of a cached file. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface KnownFile extends Validators {
  /** Milliseconds since the last revalidation. */
  age: number;
}

/** Returns the validators of a cached file. */
export async function knownFile(repo: string, path: string): Promise<KnownFile | undefined> {
  const { rows } = await db().execute<{ etag: string | null; modified: string | null; age: number }>(sql`
    SELECT etag, last_modified AS modified, (extract(epoch FROM now() - checked) * 1000)::float8 AS age
    FROM upstream_files WHERE repo = ${repo} AND path = ${path}`);
  const [row] = rows;
  if (!row) return undefined;
  const { etag, modified, age } = row;
  return { age, ...(etag ? { etag } : {}), ...(modified ? { lastModified: modified } : {}) };
}

/** Stores the validators of a downloaded file. */
export async function keepValidators(repo: string, path: string, validators: Validators): Promise<void> {
  const { etag = null, lastModified = null } = validators;
  await db().execute(sql`
    INSERT INTO upstream_files (repo, path, etag, last_modified) VALUES (${repo}, ${path}, ${etag}, ${lastModified})
    ON CONFLICT (repo, path) DO UPDATE
    SET etag = excluded.etag, last_modified = excluded.last_modified, checked = now()`);
}

/** Records a revalidation without changes. */
export async function keepChecked(repo: string, path: string): Promise<void> {
  await db().execute(sql`UPDATE upstream_files SET checked = now() WHERE repo = ${repo} AND path = ${path}`);
}

/** Deletes the validators of a deleted repository or a previous upstream. */
export async function forgetUpstreamFiles(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM upstream_files WHERE repo = ${repo}`);
}
