// Which file a module goes to.

/**
 * Rollup's `manualChunks`: a module belongs to the first of the entries, `[chunk, module id]`, that needs it at once. What
 * none of them needs at once is left to Rollup.
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
