import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const bower: PackageFormat = {
  type: 'bower',
  label: 'Bower',
  mark: () => import('simple-icons/icons/bower.svg?raw'),
  install: ({ repoKey, name, version, word }) =>
    `bower install ${word(and(name, version, (v) => `#${v}`))} --config.registry=${word(clientAddress('bower', repoKey))}`,
  cli: {
    macos: `echo '{"registry": "{setupData}"}' > .bowerrc`,
    linux: `echo '{"registry": "{setupData}"}' > .bowerrc`,
    windows: `Set-Content .bowerrc '{"registry": "{setupData}"}'`,
  },
  setupData: (repoKey) => clientAddress('bower', repoKey),
};
