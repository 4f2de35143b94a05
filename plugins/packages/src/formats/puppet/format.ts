import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const puppet: PackageFormat = {
  type: 'puppet',
  label: 'Puppet',
  mark: () => import('simple-icons/icons/puppet.svg?raw'),
  install: ({ repoKey, name, version, word }) =>
    `${and(`puppet module install ${word(name)}`, version, (v) => ` --version ${word(v)}`)} --module_repository ${word(clientAddress('puppet', repoKey))}`,
  cli: {
    macos: `puppet config set module_repository '{setupData}'`,
    linux: `puppet config set module_repository '{setupData}'`,
    windows: `puppet config set module_repository '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('puppet', repoKey),
};
