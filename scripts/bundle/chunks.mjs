// Assigns modules to chunks.

/**
 * Rollup's `manualChunks`: a module belongs to the first of the entries, `[chunk, module id]`, that
 * imports it statically. Modules that no entry imports statically are left to Rollup.
 */
export function byFirst(entries) {
  let chunkOf;
  return (id, { getModuleInfo }) => {
    chunkOf ??= assign(entries, getModuleInfo);
    return chunkOf.get(id);
  };
}

function assign(entries, getModuleInfo) {
  const chunkOf = new Map();
  for (const [chunk, entry] of entries) {
    const waiting = [entry];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (chunkOf.has(id)) continue;
      const info = getModuleInfo(id);
      if (!info || info.isExternal) continue;
      chunkOf.set(id, chunk);
      waiting.push(...info.importedIds);
    }
  }
  return chunkOf;
}
