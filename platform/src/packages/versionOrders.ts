import { versionOrder as semverOrder, type VersionOrder } from './sortKey.ts';

export type { VersionOrder } from './sortKey.ts';

const orders = new Map<string, (version: string) => VersionOrder>();

/** Registers the version order of a package type. Existing rows keep their keys. */
export function useVersionOrder(type: string, order: (version: string) => VersionOrder): void {
  orders.set(type, order);
}

/** Returns the sort key of a version; semver unless the type has its own order. */
export function versionOrderOf(type: string, version: string): VersionOrder {
  return (orders.get(type) ?? semverOrder)(version);
}
