import { message } from '@lading/contract';
import type { Deployer } from '../Deployer.ts';

export const nugetDeployer: Deployer = {
  endings: ['.nupkg'],
  about: message(
    'packages.deploy.nuget.about',
    'Packages as dotnet pack makes them. Name and version are read from inside.',
  ),
  async prepare(file, { repoKey }) {
    const body = new FormData();
    body.append('package', file, file.name);
    return { method: 'PUT', path: `/artifactory/api/nuget/v3/${encodeURIComponent(repoKey)}/package`, body };
  },
};
