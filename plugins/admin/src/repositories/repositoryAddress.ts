import type { RepositoryValues } from './repositoryValues.ts';

/** What a client is configured with. */
export function repositoryAddress(
  { key, packageType }: Pick<RepositoryValues, 'key' | 'packageType'>,
  origin: string = location.origin,
): string {
  return packageType === 'npm' ? `${origin}/artifactory/api/npm/${key}/` : `${origin}/artifactory/${key}`;
}
