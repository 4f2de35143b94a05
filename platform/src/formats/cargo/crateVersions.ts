import { type SQL, sql } from 'drizzle-orm';
import { prepared, sendPrepared } from '../../database/db.ts';
import type { FileRow } from '../../files/files.ts';
import { canonicalName, precedenceOf } from './names.ts';
import type { IndexEntry } from './sparse/IndexEntry.ts';

/** A version that a repository publishes or caches. */
export interface CrateVersion {
  repo: string;
  name: string;
  version: string;
  entry: Omit<IndexEntry, 'yanked'>;
  yanked: boolean;
  path: string;
  sha256: string;
  publishedBy: string;
}

/**
 * `name` identifies the condition for the prepared statement; the condition's text must not vary.
 */
async function select(name: string, where: SQL): Promise<CrateVersion[]> {
  return prepared<CrateVersion & Record<string, unknown>>(
    name,
    sql`
    SELECT v.repo, v.name, v.version, v.entry, v.yanked, f.path, f.sha256, v.published_by AS "publishedBy"
    FROM cargo_versions v CROSS JOIN LATERAL (SELECT o.path, o.sha256 FROM files o WHERE o.id = v.file_id LIMIT 1) f
    WHERE ${where}`,
  );
}

/** `lowerName`: the name in lowercase, as in index URLs. */
export function versionsOf(repo: string, lowerName: string): Promise<CrateVersion[]> {
  return select('versions-of-crate', sql`v.repo = ${repo} AND v.lower_name = ${lowerName}`);
}

export async function findVersion(
  repo: string,
  name: string,
  version: string,
): Promise<CrateVersion | undefined> {
  const all = await select(
    'version-of-crate',
    sql`v.repo = ${repo} AND v.lower_name = ${name.toLowerCase()} AND v.precedence = ${precedenceOf(version)}`,
  );
  return all[0];
}

/**
 * The spelling of the name that the repository publishes or published. Also found by a spelling
 * that Cargo treats as equal.
 */
export async function ownedName(repo: string, name: string): Promise<string | undefined> {
  const rows = await prepared<{ name: string }>(
    'owned-crate',
    sql`SELECT name FROM cargo_crates WHERE repo = ${repo} AND canonical = ${canonicalName(name)}`,
  );
  return rows[0]?.name;
}

/** Locks the crate until the transaction ends, and creates it if needed. Returns its spelling. */
export async function lockCrate(repo: string, name: string): Promise<string> {
  const rows = await prepared<{ name: string }>(
    'lock-crate',
    sql`
    INSERT INTO cargo_crates AS c (repo, canonical, name) VALUES (${repo}, ${canonicalName(name)}, ${name})
    ON CONFLICT (repo, canonical) DO UPDATE SET name = c.name RETURNING name`,
  );
  return rows[0]?.name ?? name;
}

/** Records the version whose file this is, in the current transaction. */
export function saveVersion({ id, repo, modifiedBy }: FileRow, entry: IndexEntry): void {
  const { name, vers } = entry;
  // `yanked` can change later, so it has its own column. Upstreams can omit it.
  const { yanked, ...line } = entry;
  sendPrepared(
    'save-crate-version',
    sql`
    INSERT INTO cargo_versions (file_id, repo, name, lower_name, version, precedence, entry, yanked, published_by)
    VALUES (${id}::bigint, ${repo}, ${name}, ${name.toLowerCase()}, ${vers}, ${precedenceOf(vers)}, ${JSON.stringify(line)}::jsonb,
      ${yanked === true}, ${modifiedBy})`,
  );
}

/** The line of the version in Cargo's index. */
export function entryOf({ entry, yanked }: CrateVersion): IndexEntry {
  return { ...entry, yanked };
}
