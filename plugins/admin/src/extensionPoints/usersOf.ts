import type { ManagedPlugin } from '@lading/contract/rest';

/** A plugin that contributes something of a kind. */
export interface PointUser {
  readonly specifier: string;
  readonly name: string;
  readonly version: string;
  readonly count: number;
}

/** Returns the plugins that are in use by the kinds that they contribute. */
export function usersByKind(plugins: readonly ManagedPlugin[]): ReadonlyMap<string, readonly PointUser[]> {
  const found = new Map<string, PointUser[]>();
  for (const { specifier, name, version, state, facts } of plugins) {
    if (state !== 'enabled' || facts?.version !== version) continue;
    for (const { kind, count } of facts.contributions) {
      const users = found.get(kind) ?? [];
      found.set(kind, users);
      users.push({ specifier, name, version, count });
    }
  }
  return found;
}
