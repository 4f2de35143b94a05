/** Where a file stands in the tree of repositories. */
export function treeAddress(repo: string, path: string): string {
  return `/repos/tree/General/${[repo, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}

/** Where a package's version stands. */
export function packageAddress(id: string, version: string): string {
  return `/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`;
}
