import { message } from '@lading/contract';
import type { Deployer } from '../Deployer.ts';

export const nugetDeployer: Deployer = {
  endings: ['.nupkg'],
  about: message(
    'packages.deploy.nuget.about',
    'Packages from dotnet pack. Name and version are read from the package.',
  ),
  async prepare(file, { repoKey }) {
    const body = new FormData();
    body.append('package', file, file.name);
    return { method: 'PUT', path: `/artifactory/api/nuget/v3/${encodeURIComponent(repoKey)}/package`, body };
  },
};
