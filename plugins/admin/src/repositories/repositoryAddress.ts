import type { RepositoryValues } from './repositoryValues.ts';

/** Where clients of each type look for a repository, where that is not simply below `/artifactory`. */
const PLACES: Readonly<Record<string, string>> = {
  npm: 'api/npm',
  pypi: 'api/pypi',
  cargo: 'api/cargo',
  go: 'api/go',
  nuget: 'api/nuget/v3',
  gems: 'api/gems',
  rubygems: 'api/gems',
  helm: 'api/helm',
};

/** What a client is configured with. */
export function repositoryAddress(
  { key, packageType }: Pick<RepositoryValues, 'key' | 'packageType'>,
  origin: string = location.origin,
): string {
  if (packageType === 'docker') return `${origin.replace(/^https?:\/\//, '')}/${key}`;
  const place = PLACES[packageType];
  return place === undefined ? `${origin}/artifactory/${key}` : `${origin}/artifactory/${place}/${key}/`;
}
