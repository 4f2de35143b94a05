import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';
import { Sample } from '../../packages/sql/trigrams.ts';

/** Milliseconds. The sample affects the search strategy, not the result. */
const staleAfter = 300_000;
export const createPathSample = () => new LRUCache<'paths', Promise<Sample>>({ max: 1, ttl: staleAfter });
const kept = () => currentPlatform().pathSample;

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly pathSample: ReturnType<typeof createPathSample>;
  }
}

/** Returns the paths in the planner's statistics, in index form; empty before the first ANALYZE. */
export function pathSample(): Promise<Sample> {
  const known = kept().get('paths');
  if (known) return known;
  const asked = ask();
  kept().set('paths', asked);
  asked.catch(() => kept().delete('paths'));
  return asked;
}

async function ask(): Promise<Sample> {
  const { rows } = await db().execute<{ texts: string[] | null }>(
    sql`SELECT histogram_bounds::text::text[] AS texts FROM pg_stats WHERE tablename = 'files_path_parts'`,
  );
  return new Sample(rows[0]?.texts ?? []);
}
