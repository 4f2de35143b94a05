import { registryHost } from '../../install/addresses.ts';
import type { PackageFormat } from '../PackageFormat.ts';
import { imageReference } from './imageReference.ts';

export const docker: PackageFormat = {
  type: 'docker',
  label: 'Docker',
  aliases: ['dockerv2'],
  mark: () => import('simple-icons/icons/docker.svg?raw'),
  layers: true,
  clients: [
    { id: 'docker', label: 'Docker' },
    { id: 'podman', label: 'Podman' },
    { id: 'skopeo', label: 'skopeo' },
  ],
  install: ({ repoKey, baseUrl, name, version, newest, word }) => {
    const reference = imageReference({ name, version, newest });
    return reference && `docker pull ${word(`${registryHost(baseUrl)}/${repoKey}/${reference}`)}`;
  },
};
