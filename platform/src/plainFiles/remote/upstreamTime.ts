import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { findRepository } from '../../repositories/repositories.ts';

/**
 * Returns a plausible date; undefined for others, such as the fixed old dates of reproducible
 * builds.
 */
export function plausibleTime(text: unknown): Date | undefined {
  if (typeof text !== 'string' || text.length > 100) return undefined;
  const time = new Date(text);
  return time.getTime() > Date.UTC(1995, 0) && time.getTime() <= Date.now() ? time : undefined;
}

/** Returns the modification dates of these files according to the upstream, by path, if known. */
export async function upstreamTimes(repo: string, paths: readonly string[]): Promise<Map<string, Date>> {
  const found = new Map<string, Date>();
  // Called for each stored file: skip the query for repositories other than caches.
  if ((await findRepository(repo))?.type !== 'remote') return found;
  const { rows } = await db().execute<{ path: string; modified: string }>(sql`
    SELECT path, last_modified AS modified FROM upstream_files
    WHERE repo = ${repo} AND path = ANY(${sql.param([...paths])}::text[]) AND last_modified IS NOT NULL`);
  for (const { path, modified } of rows) {
    const time = plausibleTime(modified);
    if (time) found.set(path, time);
  }
  return found;
}

export async function upstreamTime(repo: string, path: string): Promise<Date | undefined> {
  return (await upstreamTimes(repo, [path])).get(path);
}
