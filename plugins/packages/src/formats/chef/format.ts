import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const chef: PackageFormat = {
  type: 'chef',
  label: 'Chef',
  mark: () => import('simple-icons/icons/chef.svg?raw'),
  install: ({ repoKey, name, version, word }) =>
    `${and(`knife supermarket install ${word(name)}`, version, (v) => ` ${word(v)}`)} --supermarket-site ${word(clientAddress('chef', repoKey))}`,
  cli: {
    macos: `echo 'knife[:supermarket_site] = "{setupData}"' >> ~/.chef/config.rb`,
    linux: `echo 'knife[:supermarket_site] = "{setupData}"' >> ~/.chef/config.rb`,
    windows: `Add-Content "$env:USERPROFILE\\.chef\\config.rb" 'knife[:supermarket_site] = "{setupData}"'`,
  },
  setupData: (repoKey) => clientAddress('chef', repoKey),
};
