import mark from 'simple-icons/icons/conan.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const conan: PackageFormat = {
  type: 'conan',
  label: 'Conan',
  mark,
  install: ({ name, version, word }) =>
    `conan install --requires=${word(and(name, version, (v) => `/${v}`))}`,
  cli: {
    macos: `conan remote add lading '{setupData}'`,
    linux: `conan remote add lading '{setupData}'`,
    windows: `conan remote add lading '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('conan', repoKey),
};
