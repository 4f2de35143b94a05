import type { Http } from '@lading/contract';
import type { RepositorySummary, VersionRepository } from '@lading/contract/rest';

/** More virtual repositories of one type than this are not looked through. */
const LOOKED_THROUGH = 5;

/**
 * Keys of the repositories that a version can be installed from: first the virtual ones that lead
 * to it, which serve what it depends on as well, then those that hold it. Throws `HttpFailure`.
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
    // The file was not found there, or the request failed: the command must not name the
    // repository.
    return undefined;
  }
}
