/**
 * Returns the base URL of the platform's repositories that this browser uses. Package managers use
 * the same one.
 */
export function platformAddress(): string {
  return `${window.location.origin}/artifactory`;
}

/**
 * Returns the host of `baseUrl` for clients that expect no scheme, such as
 * `packages.example.org:8082`.
 */
export function registryHost(baseUrl: string = platformAddress()): string {
  return new URL(baseUrl).host;
}

/** The URL of a repository for the client of a protocol, with a trailing slash. */
export function clientAddress(
  protocol: string,
  repoKey: string,
  baseUrl: string = platformAddress(),
): string {
  return `${baseUrl}/api/${protocol}/${encodeURIComponent(repoKey)}/`;
}

/** The URL of a file in a repository. */
export function fileAddress(repoKey: string, path: string, baseUrl: string = platformAddress()): string {
  const segments = [repoKey, ...path.split('/').filter(Boolean)].map(encodeURIComponent);
  return `${baseUrl}/${segments.join('/')}`;
}

/** Returns the URL with the user and the token, or unchanged without a token. */
export function withCredentials(url: string, { user, token }: { user: string; token: string }): string {
  if (token === '') return url;
  return url.replace(/^(https?:\/\/)/, `$1${encodeURIComponent(user)}:${encodeURIComponent(token)}@`);
}

/** Whether a host name is a loopback name, for which most clients allow plain HTTP. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
