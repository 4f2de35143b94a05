import mark from 'simple-icons/icons/nuget.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const nuget: PackageFormat = {
  type: 'nuget',
  label: 'NuGet',
  mark,
  install: ({ repoKey, name, version, word }) =>
    `${and(`nuget install ${word(name)}`, version, (v) => ` -Version ${word(v)}`)} -Source ${word(index(repoKey))}`,
  cli: {
    macos: `dotnet nuget add source '{setupData}' --name {repository}`,
    linux: `dotnet nuget add source '{setupData}' --name {repository}`,
    windows: `nuget sources Add -Name {repository} -Source '{setupData}'`,
  },
  setupData: index,
};

function index(repoKey: string): string {
  return `${clientAddress('nuget/v3', repoKey)}index.json`;
}
