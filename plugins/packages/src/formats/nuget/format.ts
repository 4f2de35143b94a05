import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const nuget: PackageFormat = {
  type: 'nuget',
  label: 'NuGet',
  mark: () => import('simple-icons/icons/nuget.svg?raw'),
  clients: [
    { id: 'nuget', label: 'nuget' },
    { id: 'dotnet', label: 'dotnet' },
  ],
  install: ({ repoKey, baseUrl, name, version, word }) =>
    `${and(`nuget install ${word(name)}`, version, (v) => ` -Version ${word(v)}`)} -Source ${word(nugetIndex(repoKey, baseUrl))}`,
};

/** The service index of a repository. */
export function nugetIndex(repoKey: string, baseUrl: string): string {
  return `${clientAddress('nuget/v3', repoKey, baseUrl)}index.json`;
}
