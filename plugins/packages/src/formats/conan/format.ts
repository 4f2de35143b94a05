import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const conan: PackageFormat = {
  type: 'conan',
  label: 'Conan',
  mark: () => import('simple-icons/icons/conan.svg?raw'),
  // Without a remote, the public one is asked first.
  install: ({ repoKey, name, version, word }) =>
    `conan install --requires=${word(and(name, version, (v) => `/${v}`))} -r ${word(repoKey)}`,
  cli: {
    macos: `conan remote add {repository} '{setupData}'`,
    linux: `conan remote add {repository} '{setupData}'`,
    windows: `conan remote add {repository} '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('conan', repoKey),
};
