import { versionOrder as semverOrder, type VersionOrder } from './sortKey.ts';

export type { VersionOrder } from './sortKey.ts';

const orders = new Map<string, (version: string) => VersionOrder>();

/** Versions of the type sort by this from now on. Rows that are there keep the key that they have. */
export function useVersionOrder(type: string, order: (version: string) => VersionOrder): void {
  orders.set(type, order);
}

/** Where the version stands among those of its type; as semver says, unless the type has an order of its own. */
export function versionOrderOf(type: string, version: string): VersionOrder {
  return (orders.get(type) ?? semverOrder)(version);
}
