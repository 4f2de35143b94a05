import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';
import { indexState } from '../indexChanges.ts';
import { everywhere } from '../listings.ts';
import type { Scope } from '../sql/readable.ts';
import type { UnlistedPackage } from './listRequest.ts';

/** The repository of the console's plugins. */
export const pluginsRepository = 'plugins-local';

/** The package list compares each row with all of them. Plugins beyond the limit are listed. */
const maxPlugins = 1000;
/**
 * Milliseconds until changes made by other nodes are seen. Changes made by this node are seen
 * immediately.
 */
const staleAfter = 2000;
export const createPluginCache = () =>
  new LRUCache<number, Promise<UnlistedPackage[]>>({ max: 1, ttl: staleAfter });
const cached = () => currentPlatform().packages.plugins;

/** Returns the packages of the scope that only the repository of the console's plugins contains. */
export async function consolePlugins(scope: Scope): Promise<readonly UnlistedPackage[]> {
  return scope.includes(everywhere) || scope.includes(pluginsRepository) ? current() : [];
}

function current(): Promise<UnlistedPackage[]> {
  const state = indexState();
  const cache = cached();
  const known = cache.get(state);
  if (known) return known;
  const reading = read();
  cache.set(state, reading);
  reading.catch(() => cache.delete(state));
  return reading;
}

/**
 * Uses the index by name. An anti join or another order could read the listings of all
 * repositories.
 */
async function read(): Promise<UnlistedPackage[]> {
  const { rows } = await db().execute<{ id: string; type: string }>(sql`
    SELECT l.package_id::text AS id, l.type FROM package_listings l
    WHERE l.repo = ${pluginsRepository} AND (
      SELECT true FROM package_listings o
      WHERE o.package_id = l.package_id AND o.repo NOT IN (${pluginsRepository}, ${everywhere}) LIMIT 1
    ) IS NULL
    ORDER BY l.type, l.name_lower, l.package_id LIMIT ${maxPlugins}`);
  return rows;
}
