import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { gunzip } from '../packument/gzip.ts';
import type { PackageKey } from '../packument/heads.ts';
import type { PackumentForm, PackumentText } from '../packument/localPackument.ts';

/** Validators of a cached response, for conditional requests to the upstream. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface Known extends Validators {
  /** Hash of the stored text. */
  hash: string;
}

/** The validators and hash of the stored packument; undefined if none is stored. */
export async function storedValidators(
  repo: string,
  name: string,
  form: PackumentForm,
): Promise<Known | undefined> {
  const result = await db().execute<{ hash: string; etag: string | null; lastModified: string | null }>(sql`
    SELECT hash, etag, last_modified AS "lastModified" FROM npm_upstream_packuments
    WHERE repo = ${repo} AND name = ${name} AND form = ${form}`);
  const [row] = result.rows;
  if (!row) return undefined;
  const { hash, etag, lastModified } = row;
  return { hash, ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) };
}

/**
 * The stored packument in the requested form, or else in the other form, which contains more or
 * less of the same data.
 */
export async function storedPackument(
  repo: string,
  name: string,
  form: PackumentForm,
): Promise<(PackumentText & { oddTarballs: Record<string, string> }) | undefined> {
  const result = await db().execute<{
    body: Buffer;
    revision: number;
    oddTarballs: Record<string, string>;
  }>(sql`
    SELECT u.body, p.revision::float8 AS revision, u.odd_tarballs AS "oddTarballs"
    FROM npm_upstream_packuments u JOIN npm_packages p ON p.repo = u.repo AND p.name = u.name
    WHERE u.repo = ${repo} AND u.name = ${name} ORDER BY (u.form = ${form}) DESC LIMIT 1`);
  const [row] = result.rows;
  if (!row) return undefined;
  const text = await gunzip(row.body);
  return { text, revision: row.revision, oddTarballs: row.oddTarballs };
}

const checkedColumn = { short: sql.raw('short_checked'), full: sql.raw('full_checked') };

/** Records an upstream response with unchanged content. Returns the revision. */
export async function storeSameContent(
  { repo, name }: PackageKey,
  form: PackumentForm,
  { etag = null, lastModified = null }: { etag?: string | null; lastModified?: string | null },
): Promise<number> {
  await db().execute(sql`
    UPDATE npm_upstream_packuments SET etag = ${etag}, last_modified = ${lastModified}
    WHERE repo = ${repo} AND name = ${name} AND form = ${form}`);
  return markCurrent({ repo, name }, form);
}

/**
 * Records that the upstream was queried and the stored packument is current. Returns its revision.
 */
export async function markCurrent({ repo, name }: PackageKey, form: PackumentForm): Promise<number> {
  const result = await db().execute<{ revision: number }>(sql`
    UPDATE npm_packages SET ${checkedColumn[form]} = now() WHERE repo = ${repo} AND name = ${name}
    RETURNING revision::float8 AS revision`);
  return result.rows[0]?.revision ?? 0;
}
