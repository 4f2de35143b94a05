/** Paths of the pages, below `/ui`. */
export const BUILDS = '/builds';
export const BUILD = '/builds/:name';
export const RUN = '/builds/:name/:number';

/** Returns the path of a build. A name may contain slashes: each part is one segment. */
export function buildAddress(name: string): string {
  return `${BUILDS}/${encodeURIComponent(name)}`;
}

/**
 * Returns the path of a run. `started` is required only if it is not the newest run with that
 * number.
 */
export function runAddress(name: string, number: string, started?: string): string {
  const when = started === undefined ? '' : `?${new URLSearchParams({ started })}`;
  return `${buildAddress(name)}/${encodeURIComponent(number)}${when}`;
}

/** Returns the path of a package version. Maven package IDs have the scheme `gav`. */
export function versionAddress({
  type,
  name,
  version,
}: {
  type: string;
  name: string;
  version: string;
}): string {
  const id = `${type === 'maven' ? 'gav' : type}://${name}`;
  return `/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`;
}

/** Returns the URL of a file in the repository tree. */
export function fileAddress({ repo, path }: { repo: string; path: string }): string {
  return ['/repos/tree/General', repo, ...path.split('/')]
    .map((part, at) => (at ? encodeURIComponent(part) : part))
    .join('/');
}
