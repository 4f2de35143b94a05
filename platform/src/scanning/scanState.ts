import { LRUCache } from 'lru-cache';
import { advisoryCoverage } from '../advisories/coverage.ts';
import { currentPlatform } from '../database/db.ts';
import { currentLicense, rankOf } from '../instance/license.ts';
import { indexState } from '../packages/indexChanges.ts';
import type { Scans } from '../packages/scans.ts';
import type { Settings } from '../settings/settings.ts';

/** Minimum rank of a license that includes scanning. */
export const scanningRank = 2;

/** Milliseconds until changes of other nodes are visible. */
const staleAfter = 1000;
export const createScanState = () => new LRUCache<string, Promise<Scans>>({ max: 1, ttl: staleAfter });
const kept = () => currentPlatform().scanState;

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly scanState: ReturnType<typeof createScanState>;
  }
}

/**
 * Whether scanning is on and licensed, and the package types with results. Packages of other types
 * are not scanned.
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
  if (!settings.scanning || rankOf((await currentLicense(settings)).type) < scanningRank)
    return { on: false, types: new Set(), partial: new Set() };
  const { full, partial } = await advisoryCoverage();
  return { on: true, types: full, partial };
}
