/** Where the screens are, below `/ui`. */
export const BUNDLES = '/release-bundles';
export const TAB = '/release-bundles/:activeTab?';
export const VERSION = '/release-bundles/source/:name/:version';
/** Where they were before Artifactory 7.48.0 and Distribution 2.16.0. */
export const LEGACY_ROOT = '/bundles';
export const LEGACY = '/bundles/*';
export const TEASER = '/release-bundles-teaser';
export const EDGES = '/admin/edges';

export type BundleTab = 'source' | 'target';

export function tabAddress(root: string, tab: BundleTab): string {
  return `${root}/${tab}`;
}

export function versionAddress(name: string, version: string, root = BUNDLES): string {
  return `${root}/source/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
}

/** Where a file is in the tree of repositories. */
export function fileAddress(repo: string, path: string): string {
  return ['/repos/tree/General', repo, ...path.split('/')]
    .map((part, at) => (at ? encodeURIComponent(part) : part))
    .join('/');
}

/** Where a version of a package is: Maven's packages have a scheme of their own. */
export function packageAddress(type: string, name: string, version: string): string {
  const id = `${type === 'maven' ? 'gav' : type}://${name}`;
  return `/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`;
}
