/** The platform as package managers reach it: where the console itself came from. */
export function platformAddress(): string {
  return `${window.location.origin}/artifactory`;
}

/** The registry that a repository is for npm's clients. */
export function npmRegistry(repoKey: string): string {
  return `${platformAddress()}/api/npm/${encodeURIComponent(repoKey)}/`;
}

/** The address of a file in a repository. */
export function fileAddress(repoKey: string, path: string): string {
  const segments = [repoKey, ...path.split('/').filter(Boolean)].map(encodeURIComponent);
  return `${platformAddress()}/${segments.join('/')}`;
}
