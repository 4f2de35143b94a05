import type { Rollup } from 'vite';

/**
 * Maximum source bytes of modules shared by screens in one file; above, Rollup creates separate
 * files.
 */
const maxShared = 96 * 1024;

/**
 * Minimum source bytes of a separate file for modules shared by the same screens, which others
 * don't need.
 */
const minOwnFile = 12 * 1024;

/**
 * Returns Rollup's `manualChunks`. Modules that the entry reaches are part of the entry, which
 * every screen has loaded. Modules shared by screens are in one file, so that a screen takes two
 * requests instead of one for each combination of screens; only large combinations get their own
 * file. If there is one that the first screen of the definition doesn't need, it also has the small
 * ones that this screen doesn't need: users usually open it first.
 */
export function sharedByScreens(): Rollup.GetManualChunk {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    chunks ??= assignChunks([...getModuleIds()], getModuleInfo);
    return chunks.get(id);
  };
}

function assignChunks(ids: readonly string[], info: Rollup.GetModuleInfo): ReadonlyMap<string, string> {
  const entries = ids.filter((id) => info(id)?.isEntry);
  const lazy = ids.filter((id) => (info(id)?.dynamicImporters.length ?? 0) > 0);
  const first = reachedFrom(entries, info);
  const combinations = sharedModules(lazy, first, info);
  const sizeOf = (modules: readonly string[]) =>
    modules.reduce((sum, id) => sum + (info(id)?.code?.length ?? 0), 0);
  if (sizeOf([...combinations.values()].flat()) > maxShared) return new Map();
  // Otherwise Rollup would move imports of a shared module out of the entry.
  const chunks = new Map([...first].map((id) => [id, 'plugin']));
  // The entry imports the definition, which imports its screens in their order.
  const [opened = ''] = entries
    .flatMap((id) => [id, ...(info(id)?.importedIds ?? [])])
    .flatMap((id) => info(id)?.dynamicallyImportedIds ?? []);
  const large = [...combinations].filter(([, modules]) => sizeOf(modules) >= minOwnFile);
  const names = new Map(large.map(([screens], index) => [screens, `shared${index + 1}`]));
  const isOpened = (screens: string) => screens.split('\n').includes(opened);
  const later = large.map(([screens]) => screens).find((screens) => !isOpened(screens));
  for (const [screens, modules] of combinations) {
    const small = isOpened(screens) ? undefined : names.get(later ?? '');
    for (const id of modules) chunks.set(id, names.get(screens) ?? small ?? 'shared');
  }
  return chunks;
}

/** Returns modules that several lazy modules reach, with those modules. */
function sharedModules(
  lazy: readonly string[],
  first: ReadonlySet<string>,
  info: Rollup.GetModuleInfo,
): ReadonlyMap<string, string[]> {
  const users = new Map<string, string[]>();
  for (const screen of lazy) {
    for (const id of reachedFrom([screen], info)) {
      if (!first.has(id) && !lazy.includes(id)) users.set(id, [...(users.get(id) ?? []), screen]);
    }
  }
  const combinations = new Map<string, string[]>();
  for (const [id, screens] of users) {
    if (screens.length < 2) continue;
    const key = screens.join('\n');
    combinations.set(key, [...(combinations.get(key) ?? []), id]);
  }
  return combinations;
}

function reachedFrom(starts: readonly string[], info: Rollup.GetModuleInfo): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = info(id);
    if (!module || module.isExternal || reached.has(id)) continue;
    reached.add(id);
    waiting.push(...module.importedIds);
  }
  return reached;
}
