import type { Rollup } from 'vite';

/** Above this many bytes of source, what screens share is left in files of its own. */
const SMALL = 64 * 1024;

/**
 * Rollup's `manualChunks`: what two or more screens share goes into one file, so that a screen costs two requests and not
 * one for each combination of screens.
 */
export function sharedByScreens(): Rollup.GetManualChunk {
  let shared: ReadonlySet<string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    shared ??= findShared([...getModuleIds()], getModuleInfo);
    return shared.has(id) ? 'shared' : undefined;
  };
}

function findShared(ids: readonly string[], info: Rollup.GetModuleInfo): ReadonlySet<string> {
  const entries = ids.filter((id) => info(id)?.isEntry);
  const lazy = ids.filter((id) => (info(id)?.dynamicImporters.length ?? 0) > 0);
  const first = reachedFrom(entries, info);
  const users = new Map<string, number>();
  for (const screen of lazy) {
    for (const id of reachedFrom([screen], info)) {
      if (!first.has(id)) users.set(id, (users.get(id) ?? 0) + 1);
    }
  }
  const shared = [...users].filter(([id, count]) => count > 1 && !lazy.includes(id)).map(([id]) => id);
  const size = shared.reduce((sum, id) => sum + (info(id)?.code?.length ?? 0), 0);
  return new Set(size <= SMALL ? shared : []);
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
