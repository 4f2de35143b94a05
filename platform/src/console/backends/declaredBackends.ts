import type { PluginBackendDetails } from '@lading/contract/rest';
import { validateBackends } from '@lading/contract/validation';
import type { ConsoleState, MappedPlugin } from '../ConsoleState.ts';
import { areAmong } from './backendCalls.ts';
import type { BackendRow } from './backendRows.ts';

/** A backend that a plugin of a page declares. */
export type DeclaredBackend = Pick<
  PluginBackendDetails,
  'specifier' | 'backend' | 'plugin' | 'about' | 'declared'
>;

/** The backends of a plugin. None of one that failed to load. */
export function backendsOf({ boot, plugin }: MappedPlugin): DeclaredBackend[] {
  if (!plugin || boot.problem) return [];
  // A development server's manifest is not validated before.
  const found = validateBackends(boot.name, plugin.manifest.backends);
  if ('cause' in found) return [];
  return found.backends.map(({ name, about = '', calls }) => ({
    specifier: boot.specifier,
    backend: name,
    plugin: boot.name,
    about,
    declared: calls.map(({ methods, path }) => ({ methods: [...methods], path })),
  }));
}

/** The backends of all plugins in these states, each with the calls of all its versions. */
export function declaredBackends(states: readonly (ConsoleState | undefined)[]): DeclaredBackend[] {
  const byKey = new Map<string, DeclaredBackend>();
  const all = states.flatMap((state) => state?.plugins ?? []).flatMap(backendsOf);
  for (const one of all) {
    const key = `${one.specifier} ${one.backend}`;
    const other = byKey.get(key);
    if (!other) byKey.set(key, one);
    else if (!areAmong(one.declared, other.declared))
      byKey.set(key, { ...other, declared: [...other.declared, ...one.declared] });
  }
  return [...byKey.values()];
}

/** Declared and configured backends, by plugin and name. */
export function describeBackends(
  declared: readonly DeclaredBackend[],
  rows: readonly BackendRow[],
): PluginBackendDetails[] {
  const known = declared.map((one): PluginBackendDetails => {
    const row = rows.find(({ specifier, name }) => specifier === one.specifier && name === one.backend);
    if (!row) return { ...one, state: 'new' };
    return {
      ...one,
      state: areAmong(one.declared, row.declared) ? 'allowed' : 'changed',
      settings: shown(row),
    };
  });
  const unused = rows
    .filter(
      ({ specifier, name }) => !declared.some((one) => one.specifier === specifier && one.backend === name),
    )
    .map(
      (row): PluginBackendDetails => ({
        ...{ specifier: row.specifier, backend: row.name, plugin: '', about: '', declared: [] },
        state: 'unused',
        settings: shown(row),
      }),
    );
  return [...known, ...unused].sort((one, other) =>
    `${one.specifier} ${one.backend}` < `${other.specifier} ${other.backend}` ? -1 : 1,
  );
}

/** Settings without the secret. */
export function shown({ specifier: _of, name: _name, sealed, ...rest }: BackendRow) {
  return { ...rest, hasSecret: sealed !== null };
}
