/** Returns the URL of a file in the repository tree. */
export function treeAddress(repo: string, path: string): string {
  return `/repos/tree/General/${[repo, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}

/** Returns the URL of a package version. */
export function packageAddress(id: string, version: string): string {
  return `/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`;
}
