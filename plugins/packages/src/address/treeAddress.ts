/** Page of a file in the repository browser. */
export function treeAddress(repoKey: string, path: string): string {
  return ['/repos/tree/General', ...[repoKey, ...path.split('/')].map(encodeURIComponent)].join('/');
}
