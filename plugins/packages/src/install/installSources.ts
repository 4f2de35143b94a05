import type { Http } from '@lading/contract';
import type { RepositorySummary, VersionRepository } from '@lading/contract/rest';

/** Maximum number of virtual repositories to query. */
const LOOKED_THROUGH = 5;

/**
 * Returns the keys of the repositories that a version can be installed from: first virtual ones
 * that serve it, because they also serve its dependencies, then those that contain it. Throws
 * `HttpFailure`.
 */
export async function fetchInstallSources(
  http: Http,
  type: string,
  held: readonly VersionRepository[],
  signal: AbortSignal,
): Promise<string[]> {
  const holders = held.map(({ name }) => name);
  const path = held[0]?.leadFilePath;
  if (path === undefined) return holders;
  const query = { type: 'virtual', packageType: type };
  const virtual = await http.json<RepositorySummary[]>('/artifactory/api/repositories', { query, signal });
  const leading = await Promise.all(
    virtual.slice(0, LOOKED_THROUGH).map(({ key }) => leadsTo(http, key, path, signal)),
  );
  return [...leading.filter((key) => key !== undefined), ...holders];
}

async function leadsTo(http: Http, key: string, path: string, signal: AbortSignal) {
  const file = [key, ...path.split('/')].map(encodeURIComponent).join('/');
  try {
    await http.json(`/artifactory/api/storage/${file}`, { signal });
    return key;
  } catch {
    // The file was not found in the repository, or the request failed: the command must not use it.
    return undefined;
  }
}
