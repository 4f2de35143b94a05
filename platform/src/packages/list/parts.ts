import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';
import type { Scope } from '../sql/readable.ts';

interface Part extends Record<string, unknown> {
  repo: string;
  type: string;
}

/** Milliseconds. The count affects the number of examined rows, not the result. */
const staleAfter = 10_000;
export const createPartsCache = () => new LRUCache<'all', Promise<Part[]>>({ max: 1, ttl: staleAfter });
const kept = () => currentPlatform().packages.parts;

/** Counts the index parts that a list is read from: one for each repository and type. */
export async function countParts(scope: Scope, types: readonly string[] | null | undefined): Promise<number> {
  const parts = kept().get('all') ?? read();
  return (await parts).filter(
    ({ repo, type }) => scope.includes(repo) && (!types?.length || types.includes(type)),
  ).length;
}

function read(): Promise<Part[]> {
  const reading = db()
    .execute<Part>(sql`SELECT DISTINCT repo, type FROM package_counts`)
    .then(({ rows }) => rows);
  kept().set('all', reading);
  reading.catch(() => kept().delete('all'));
  return reading;
}
