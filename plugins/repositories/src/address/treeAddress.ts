/** The tabs of a node, as they stand in the address. */
const TABS = ['General', 'Properties', 'Checksums'] as const;
export type TreeTab = (typeof TABS)[number];

const TREE = '/repos/tree';

/** What an address of the tree names. */
export interface TreePlace {
  readonly tab: TreeTab;
  /** Empty: no node is chosen. */
  readonly repoKey: string;
  /** Inside the repository; empty for itself. */
  readonly path: string;
}

/** The address of a node: names are escaped one by one, so that whatever stands in them stays in them. */
export function treeAddress(repoKey: string, path = '', tab: TreeTab = 'General'): string {
  const segments = [repoKey, ...(path === '' ? [] : path.split('/'))].filter((segment) => segment !== '');
  return [TREE, tab, ...segments.map(encodeURIComponent)].join('/');
}

/** Reads an address below `/ui`. What cannot be decoded is taken as it stands; an unknown tab is the first one. */
export function readTreeAddress(pathname: string): TreePlace {
  const [tab = '', repoKey = '', ...segments] = pathname
    .slice(TREE.length + 1)
    .split('/')
    .map(decoded);
  return {
    tab: TABS.find((each) => each.toLowerCase() === tab.toLowerCase()) ?? 'General',
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

/** The folder that holds it; empty for what lies in the repository itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
