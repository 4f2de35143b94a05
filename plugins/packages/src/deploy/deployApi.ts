import type { Http } from '@lading/contract';
import type { DeployRepositories, DeployRepository } from '@lading/contract/rest';
import { EXCLUDED_TYPES } from '../types/packageTypes.ts';

/**
 * Returns the repositories the user can deploy to, virtual ones first, and the maximum file size.
 * Throws `HttpFailure`.
 */
export async function fetchTargets(http: Http, signal?: AbortSignal): Promise<DeployRepositories> {
  const options = { query: { deploy: true }, ...(signal ? { signal } : {}) };
  const found = await http.json<DeployRepositories>('/ui/api/v1/ui/repodata', options);
  // Packages in plugins-local run in the console of every user, so it is not offered as a target.
  const rank = ({ type, repoKey }: DeployRepository) =>
    (type === 'VIRTUAL' ? 0 : 1) + (repoKey === 'plugins-local' ? 2 : 0);
  const repoTypesList = found.repoTypesList
    .filter(({ repoType }) => !EXCLUDED_TYPES.includes(repoType))
    .sort((one, other) => rank(one) - rank(other) || one.repoKey.localeCompare(other.repoKey));
  return { ...found, repoTypesList };
}
