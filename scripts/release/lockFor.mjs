// A lock file for a part of the dependencies, with the versions and hashes of the whole.

/**
 * Returns a lock file for `manifest`, whose dependencies are some of those of `workspace` in
 * `lock`. Contains each package at its place in `lock`, so the workspace's own copies come first.
 */
export function lockFor(lock, workspace, manifest) {
  const packages = new Map();
  const visit = (from, names, optional) => {
    for (const name of names) {
      const path = find(lock.packages, from, name);
      if (path === undefined) {
        if (optional) continue;
        throw new Error(`${name}, which ${from} needs, is missing in the lock file`);
      }
      const known = packages.get(path);
      // Known as required, or as optional again: its dependencies were visited.
      if (known && (!known.optional || optional)) continue;
      const { dev: _dev, devOptional: _devOptional, optional: _optional, ...entry } = lock.packages[path];
      packages.set(path, { ...entry, ...(optional ? { optional: true } : {}) });
      visit(path, Object.keys(entry.dependencies ?? {}), optional);
      visit(path, Object.keys(entry.optionalDependencies ?? {}), true);
    }
  };
  visit(workspace, Object.keys(manifest.dependencies ?? {}), false);
  visit(workspace, Object.keys(manifest.optionalDependencies ?? {}), true);
  const { name, version, license, engines, dependencies, optionalDependencies } = manifest;
  const own = { name, version, license, dependencies, engines, optionalDependencies };
  const placed = [...packages].map(([path, entry]) => [
    path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path,
    entry,
  ]);
  placed.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': own, ...Object.fromEntries(placed) },
  };
}

/** The path of the package that `name` means in the package at `from`: as Node looks for it. */
function find(packages, from, name) {
  for (let place = from; ; ) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') return undefined;
    const above = place.lastIndexOf('/node_modules/');
    place = above === -1 ? '' : place.slice(0, above);
  }
}
