import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentLicence, rankOf } from '../mc/licence.ts';
import { indexState } from '../metadata/indexChanges.ts';
import type { Scans } from '../metadata/scans.ts';
import type { Settings } from '../settings.ts';
import { db } from '../storage/db.ts';
import { perStorage } from '../storage/perStorage.ts';
import { scannableTypes } from './matching/ecosystems.ts';

/** The least rank of a licence that scanning comes with. */
export const scanningRank = 2;

/** How long another node's change may be unknown here, in milliseconds. */
const staleAfter = 1000;
const kept = perStorage(() => new LRUCache<string, Promise<Scans>>({ max: 1, ttl: staleAfter }));

/**
 * Whether scanning is on and the licence has it, and the types of packages that there are results for: those whose ecosystem has
 * advisories here. What is not among them was not scanned.
 */
export function scanState(settings: Settings): Promise<Scans> {
  const key = String(indexState());
  const known = kept().get(key);
  if (known) return known;
  const asked = ask(settings);
  kept().set(key, asked);
  asked.catch(() => kept().delete(key));
  return asked;
}

async function ask(settings: Settings): Promise<Scans> {
  if (!settings.scanning || rankOf((await currentLicence(settings)).type) < scanningRank)
    return { on: false, types: new Set() };
  const { rows } = await db().execute<{ type: string }>(sql`
    SELECT type FROM unnest(${sql.param(scannableTypes().map(({ type }) => type))}::text[]) AS type
    WHERE EXISTS (SELECT FROM advisory_ranges r WHERE r.type = type.type)`);
  return { on: true, types: new Set(rows.map(({ type }) => type)) };
}
