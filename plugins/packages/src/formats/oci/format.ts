import { registryHost } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const oci: PackageFormat = {
  type: 'oci',
  label: 'OCI',
  mark: () => import('simple-icons/icons/opencontainersinitiative.svg?raw'),
  layers: true,
  install: ({ repoKey, name, version, word }) =>
    `oras pull ${word(and(`${registryHost()}/${repoKey}/${name}`, version, (v) => `${v.startsWith('sha256:') ? '@' : ':'}${v}`))}`,
  cli: {
    macos: `oras login '{setupData}'`,
    linux: `oras login '{setupData}'`,
    windows: `oras login '{setupData}'`,
  },
  setupData: () => registryHost(),
};
