import { LRUCache } from 'lru-cache';
import { currentLicence, rankOf } from '../mc/licence.ts';
import { indexState } from '../metadata/indexChanges.ts';
import type { Scans } from '../metadata/scans.ts';
import type { Settings } from '../settings.ts';
import { perStorage } from '../storage/perStorage.ts';
import { advisoryCoverage } from './advisories/coverage.ts';

/** The least rank of a licence that scanning comes with. */
export const scanningRank = 2;

/** How long another node's change may be unknown here, in milliseconds. */
const staleAfter = 1000;
const kept = perStorage(() => new LRUCache<string, Promise<Scans>>({ max: 1, ttl: staleAfter }));

/** Whether scanning is on and licensed, and the package types with results. Packages of other types are not scanned. */
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
    return { on: false, types: new Set(), partial: new Set() };
  const { full, partial } = await advisoryCoverage();
  return { on: true, types: full, partial };
}
