import { message } from '@lading/contract';
import { type Deployer, pathAddress } from '../Deployer.ts';

export const genericDeployer: Deployer = {
  about: message(
    'packages.deploy.generic.about',
    'Any files. Each is stored in the folder under its own name.',
  ),
  folder: message('packages.deploy.generic.folder', 'Folder, such as tools/jq/1.7.1'),
  prepare: async (file, { repoKey, folder }) => ({
    method: 'PUT',
    path: `/artifactory/${pathAddress(repoKey, folder, file.name)}`,
    body: file,
    type: 'application/octet-stream',
  }),
};
