import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** What tells whether a file has changed since it was fetched. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface KnownFile extends Validators {
  /** Milliseconds since the upstream was asked last. */
  age: number;
}

/** Of a file that came from the upstream. */
export async function knownFile(repo: string, path: string): Promise<KnownFile | undefined> {
  const { rows } = await db().execute<{ etag: string | null; modified: string | null; age: number }>(sql`
    SELECT etag, last_modified AS modified, (extract(epoch FROM now() - checked) * 1000)::float8 AS age
    FROM upstream_files WHERE repo = ${repo} AND path = ${path}`);
  const [row] = rows;
  if (!row) return undefined;
  const { etag, modified, age } = row;
  return { age, ...(etag ? { etag } : {}), ...(modified ? { lastModified: modified } : {}) };
}

/** After a file was fetched. */
export async function keepValidators(repo: string, path: string, validators: Validators): Promise<void> {
  const { etag = null, lastModified = null } = validators;
  await db().execute(sql`
    INSERT INTO upstream_files (repo, path, etag, last_modified) VALUES (${repo}, ${path}, ${etag}, ${lastModified})
    ON CONFLICT (repo, path) DO UPDATE
    SET etag = excluded.etag, last_modified = excluded.last_modified, checked = now()`);
}

/** The upstream was asked, and what is here stays. */
export async function keepChecked(repo: string, path: string): Promise<void> {
  await db().execute(sql`UPDATE upstream_files SET checked = now() WHERE repo = ${repo} AND path = ${path}`);
}

/** With its repository, or the upstream that it had. */
export async function forgetUpstreamFiles(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM upstream_files WHERE repo = ${repo}`);
}
