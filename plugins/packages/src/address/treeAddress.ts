/** Where a file stands in the tree of repositories. */
export function treeAddress(repoKey: string, path: string): string {
  return ['/repos/tree/General', ...[repoKey, ...path.split('/')].map(encodeURIComponent)].join('/');
}
