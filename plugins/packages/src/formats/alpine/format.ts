import { platformAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const alpine: PackageFormat = {
  type: 'alpine',
  label: 'Alpine',
  aliases: ['apk'],
  mark: () => import('simple-icons/icons/alpinelinux.svg?raw'),
  install: ({ name, version, word }) => `apk add ${word(and(name, version, (v) => `=${v}`))}`,
  cli: {
    linux: `echo '{setupData}' | sudo tee -a /etc/apk/repositories`,
  },
  setupData: (repoKey) => `${platformAddress()}/${encodeURIComponent(repoKey)}`,
};
