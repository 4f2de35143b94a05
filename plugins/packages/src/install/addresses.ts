/** The platform as package managers reach it: where the console itself came from. */
export function platformAddress(): string {
  return `${window.location.origin}/artifactory`;
}

/** The same where a client wants no scheme: `packages.example.org:8082`. */
export function registryHost(): string {
  return window.location.host;
}

/** A repository as the client of a protocol finds it, with a slash at its end. */
export function clientAddress(protocol: string, repoKey: string): string {
  return `${platformAddress()}/api/${protocol}/${encodeURIComponent(repoKey)}/`;
}

/** The registry that a repository is for npm's clients. */
export function npmRegistry(repoKey: string): string {
  return clientAddress('npm', repoKey);
}

/** The address of a file in a repository. */
export function fileAddress(repoKey: string, path: string): string {
  const segments = [repoKey, ...path.split('/').filter(Boolean)].map(encodeURIComponent);
  return `${platformAddress()}/${segments.join('/')}`;
}
