import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

/** The URL that clients are configured with. */
export function repositoryAddress(
  { key, packageType }: Pick<RepositoryValues, 'key' | 'packageType'>,
  origin: string = location.origin,
): string {
  return repositoryFormat(packageType).address?.(origin, key) ?? `${origin}/artifactory/${key}`;
}
