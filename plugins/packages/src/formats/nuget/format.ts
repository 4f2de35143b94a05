import mark from 'simple-icons/icons/nuget.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const nuget: PackageFormat = {
  type: 'nuget',
  label: 'NuGet',
  mark,
  install: ({ name, version, word }) =>
    and(`nuget install ${word(name)}`, version, (v) => ` -Version ${word(v)}`),
  cli: {
    macos: `dotnet nuget add source '{setupData}' --name lading`,
    linux: `dotnet nuget add source '{setupData}' --name lading`,
    windows: `nuget sources Add -Name lading -Source '{setupData}'`,
  },
  setupData: (repoKey) => `${clientAddress('nuget/v3', repoKey)}index.json`,
};
