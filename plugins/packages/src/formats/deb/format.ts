import { platformAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const deb: PackageFormat = {
  type: 'deb',
  label: 'Debian',
  aliases: ['debian'],
  mark: () => import('simple-icons/icons/debian.svg?raw'),
  install: ({ name, version, word }) => `apt-get install ${word(and(name, version, (v) => `=${v}`))}`,
  cli: {
    linux: `echo 'deb {setupData} stable main' | sudo tee /etc/apt/sources.list.d/{repository}.list`,
  },
  setupData: (repoKey) => `${platformAddress()}/${encodeURIComponent(repoKey)}`,
};
