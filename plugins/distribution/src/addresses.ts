/** Paths of the pages, below `/ui`. */
export const BUNDLES = '/release-bundles';
export const TAB = '/release-bundles/:activeTab?';
export const VERSION = '/release-bundles/source/:name/:version';
/** Path of the pages before Artifactory 7.48.0 and Distribution 2.16.0. */
export const LEGACY_ROOT = '/bundles';
export const LEGACY = '/bundles/*';
export const TEASER = '/release-bundles-teaser';
export const EDGES = '/admin/edges';
export const PDN = '/admin/monitoring/pdn';
export const PDN_TEASER = '/admin/pdn-teaser';
export const CONDITIONS = '/admin/promotion-conditions';

export type BundleTab = 'source' | 'target';

export function tabAddress(root: string, tab: BundleTab): string {
  return `${root}/${tab}`;
}

export function versionAddress(name: string, version: string, root = BUNDLES): string {
  return `${root}/source/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
}

/** Returns the URL of a file in the repository tree. */
export function fileAddress(repo: string, path: string): string {
  return ['/repos/tree/General', repo, ...path.split('/')]
    .map((part, at) => (at ? encodeURIComponent(part) : part))
    .join('/');
}

/** Returns the path of a package version. Maven package IDs have the scheme `gav`. */
export function packageAddress(type: string, name: string, version: string): string {
  const id = `${type === 'maven' ? 'gav' : type}://${name}`;
  return `/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`;
}
