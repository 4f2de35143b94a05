/** Where the screens stand, below `/ui`. */
export const BUILDS = '/builds';
export const BUILD = '/builds/:name';
export const RUN = '/builds/:name/:number';

/** A name may have slashes in it: each part is one segment. */
export function buildAddress(name: string): string {
  return `${BUILDS}/${encodeURIComponent(name)}`;
}

/** `started` where it is not the newest of that number. */
export function runAddress(name: string, number: string, started?: string): string {
  const when = started === undefined ? '' : `?${new URLSearchParams({ started })}`;
  return `${buildAddress(name)}/${encodeURIComponent(number)}${when}`;
}

/** Where a version of a package stands: Maven's packages have a scheme of their own. */
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

/** Where a file stands in the tree of repositories. */
export function fileAddress({ repo, path }: { repo: string; path: string }): string {
  return ['/repos/tree/General', repo, ...path.split('/')]
    .map((part, at) => (at ? encodeURIComponent(part) : part))
    .join('/');
}
