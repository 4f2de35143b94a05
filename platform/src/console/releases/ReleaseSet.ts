import type { PluginDifference, ReleasePlugin } from '@lading/contract/rest';
import { placeOf } from '../map/parseMap.ts';

/**
 * The content of a release set: the plugins that differ from those of the console. Never changes.
 */
export interface ReleaseSet {
  number: number;
  /** ISO 8601, UTC. */
  created: string;
  createdBy: string;
  note: string;
  /** The set that it was created from. */
  basedOn: number | null;
  /** By specifier. */
  entries: readonly ReleasePlugin[];
}

/** The address of an entry in the import map, null for a disabled plugin. */
export function addressOf({ enabled, entry }: ReleasePlugin): string | null {
  return enabled ? entry : null;
}

/** Returns the changes in `after`, by specifier. */
export function differencesBetween(
  before: readonly ReleasePlugin[],
  after: readonly ReleasePlugin[],
  shipped: ReadonlyMap<string, string | null>,
): PluginDifference[] {
  const [old, now] = [bySpecifier(before), bySpecifier(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((specifier) => {
    const [one, other] = [sideOf(old.get(specifier)), sideOf(now.get(specifier))];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const version = placeOf(shipped.get(specifier) ?? '')?.version;
    const sides = { ...(one ? { before: one } : {}), ...(other ? { after: other } : {}) };
    return [{ specifier, ...sides, ...(version === undefined ? {} : { shipped: version }) }];
  });
}

export function bySpecifier(entries: readonly ReleasePlugin[]): Map<string, ReleasePlugin> {
  return new Map(entries.map((entry) => [entry.specifier, entry]));
}

function sideOf(entry: ReleasePlugin | undefined): PluginDifference['after'] {
  return entry && { version: entry.version, enabled: entry.enabled, pinned: entry.pinned };
}

/**
 * One line for the audit log: `lading-plugin-tide 1.0.0 → 2.0.0, lading-plugin-ebb none → 1.0.0`.
 */
export function describeDifferences(differences: readonly PluginDifference[]): string {
  if (differences.length === 0) return 'no changes';
  const text = ({ specifier, before, after, shipped }: PluginDifference) => {
    const none = shipped === undefined ? 'not installed' : `${shipped} as shipped`;
    return `${specifier} ${describeSide(before, none)} → ${describeSide(after, none)}`;
  };
  return differences.map(text).join(', ');
}

function describeSide(side: PluginDifference['after'], none: string): string {
  if (!side) return none;
  return `${side.version}${side.pinned ? ' pinned' : ''}${side.enabled ? '' : ' disabled'}`;
}
