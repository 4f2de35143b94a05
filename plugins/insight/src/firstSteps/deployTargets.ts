import type { Http } from '@lading/contract';
import type { DeployRepositories, DeployRepository, RepositorySummary } from '@lading/contract/rest';

/** The repository of the console's plugins. */
const PLUGINS = 'plugins-local';

/**
 * Repositories of the project, or all, that the user can publish to. Throws `HttpFailure`.
 */
export async function deployTargets(
  http: Http,
  project: string | undefined,
  signal: AbortSignal,
): Promise<readonly DeployRepository[]> {
  const [{ repoTypesList }, own] = await Promise.all([
    http.json<DeployRepositories>('/ui/api/v1/ui/repodata', { query: { deploy: 'true' }, signal }),
    project === undefined
      ? undefined
      : http.json<RepositorySummary[]>('/artifactory/api/repositories', { query: { project }, signal }),
  ]);
  const keys = own && new Set(own.map(({ key }) => key));
  return repoTypesList.filter(({ repoKey }) => repoKey !== PLUGINS && (keys?.has(repoKey) ?? true));
}
