import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { findRepository } from '../../repositories/repositories.ts';

/** A date that says something: builds that are to come out the same each time have one of long ago. Undefined for all others. */
export function plausibleTime(text: unknown): Date | undefined {
  if (typeof text !== 'string' || text.length > 100) return undefined;
  const time = new Date(text);
  return time.getTime() > Date.UTC(1995, 0) && time.getTime() <= Date.now() ? time : undefined;
}

/** When the upstream says that these files were changed last, by path: without those of which it says nothing. */
export async function upstreamTimes(repo: string, paths: readonly string[]): Promise<Map<string, Date>> {
  const found = new Map<string, Date>();
  // Asked for each file that is put: what is no cache needs no look.
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
