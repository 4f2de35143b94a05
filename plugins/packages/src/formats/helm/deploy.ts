import { message } from '@lading/contract';
import { type Deployer, pathAddress } from '../Deployer.ts';

export const helmDeployer: Deployer = {
  endings: ['.tgz', '.tgz.prov'],
  about: message('packages.deploy.helm.about', 'Charts from helm package, and their provenance files.'),
  prepare: async (file, { repoKey }) => ({
    method: 'PUT',
    path: `/artifactory/api/helm/${pathAddress(repoKey, file.name)}`,
    body: file,
    type: 'application/octet-stream',
  }),
};
