/**
 * The console's own tabs of a node, as they appear in the URL. Plugins add others, by their IDs.
 */
const TABS = ['General', 'Preview', 'Properties', 'Checksums'];

const TREE = '/repos/tree';

/** Returns the console's own tab with this name in a URL, in any case. */
export function ownTab(name: string): string | undefined {
  return TABS.find((each) => each.toLowerCase() === name.toLowerCase());
}

/** Node and tab of a tree URL. */
export interface TreePlace {
  readonly tab: string;
  /** Empty: no node is selected. */
  readonly repoKey: string;
  /** Path inside the repository; empty for the repository itself. */
  readonly path: string;
}

/**
 * Returns the URL of a node. Each path segment is escaped separately, so that names may contain any
 * character.
 */
export function treeAddress(repoKey: string, path = '', tab = 'General'): string {
  const segments = [repoKey, ...(path === '' ? [] : path.split('/'))].filter((segment) => segment !== '');
  return [TREE, ...[tab, ...segments].map(encodeURIComponent)].join('/');
}

/**
 * Parses a path below `/ui`. Segments that cannot be decoded are used as they are.
 */
export function readTreeAddress(pathname: string): TreePlace {
  const [tab = '', repoKey = '', ...segments] = pathname
    .slice(TREE.length + 1)
    .split('/')
    .map(decoded);
  return {
    tab: ownTab(tab) ?? (tab || 'General'),
    repoKey,
    path: segments.filter((segment) => segment !== '').join('/'),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the path of the parent folder; empty for nodes at the top level of the repository. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
