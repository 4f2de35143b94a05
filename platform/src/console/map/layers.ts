import type { Entry } from '../plugins/candidates.ts';
import { addressOf, type ReleaseSet } from '../releases/ReleaseSet.ts';

/** An entry of the map in service; null turns the plugin off. */
export interface LayeredEntry extends Omit<Entry, 'address'> {
  address: string | null;
}

interface Layers {
  shipped: ReadonlyMap<string, string | null>;
  release: ReleaseSet | undefined;
  operator: ReadonlyMap<string, string | null>;
}

/**
 * The shipped entries, then those that a release set adds, then those that the operator's file
 * adds; each with the highest layer that has it.
 */
export function layeredEntries({ shipped, release, operator }: Layers): LayeredEntry[] {
  const released = new Map(release?.entries.map((entry) => [entry.specifier, entry]));
  const names = new Set([...shipped.keys(), ...released.keys(), ...operator.keys()]);
  return [...names].map((specifier): LayeredEntry => {
    const own = operator.get(specifier);
    if (own !== undefined) return { specifier, address: own, from: 'operator' };
    const entry = released.get(specifier);
    if (entry) {
      const { files, sha256 } = entry;
      return { specifier, address: addressOf(entry), from: 'release', files, sha256 };
    }
    return { specifier, address: shipped.get(specifier) ?? null, from: 'default' };
  });
}

export function isOn(entry: LayeredEntry): entry is Entry {
  return entry.address !== null;
}
