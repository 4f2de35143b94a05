import type { BootPlugin } from '@lading/contract/rest';
import type { MappedPlugin } from '../ConsoleState.ts';

/** An active entry of the import map, that is, one that is not turned off. */
export interface Entry {
  specifier: string;
  address: string;
  from: Layer;
  /** Of a release set: the hashes that its files must have. */
  files?: readonly { path: string; integrity: string }[];
  /** Of a release set: the hash of its package, with the manifest and the signature. */
  sha256?: string;
}

/** Sources of an entry. Each takes precedence over those before it. */
type Layer = 'default' | 'release' | 'operator';

/**
 * Loads an entry from the first address that works: its own, then `others` in order. If a fallback
 * is used, the result says what it replaces. If all fail, returns the failure of the entry itself.
 */
export async function firstLoaded(
  own: MappedPlugin,
  others: readonly string[],
  load: (address: string) => Promise<MappedPlugin>,
): Promise<MappedPlugin> {
  const { problem, address: wanted } = own.boot;
  if (!problem || problem.class === 'duplicate-name') return own;
  for (const address of new Set(others)) {
    if (address === wanted) continue;
    const found = await load(address);
    if (found.boot.problem) continue;
    const boot: BootPlugin = { ...found.boot, replaces: { address: wanted, ...problem } };
    return { ...found, boot };
  }
  return own;
}
