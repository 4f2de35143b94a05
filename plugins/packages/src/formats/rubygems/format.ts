import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const rubygems: PackageFormat = {
  type: 'rubygems',
  label: 'RubyGems',
  aliases: ['gems'],
  mark: () => import('simple-icons/icons/rubygems.svg?raw'),
  // An added source is used next to the public one, and the higher version wins.
  install: ({ repoKey, name, version, word }) =>
    `${and(`gem install ${word(name)}`, version, (v) => ` -v ${word(v)}`)} --clear-sources --source ${word(clientAddress('gems', repoKey))}`,
  cli: {
    macos: `gem sources --add '{setupData}'`,
    linux: `gem sources --add '{setupData}'`,
    windows: `gem sources --add '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('gems', repoKey),
};
