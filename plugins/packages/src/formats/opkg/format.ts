import { platformAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const opkg: PackageFormat = {
  type: 'opkg',
  label: 'Opkg',
  mark: () => import('simple-icons/icons/openwrt.svg?raw'),
  install: ({ name, version, word }) => `opkg install ${word(and(name, version, (v) => `=${v}`))}`,
  cli: {
    linux: `echo 'src/gz {repository} {setupData}' >> /etc/opkg/customfeeds.conf`,
  },
  setupData: (repoKey) => `${platformAddress()}/${encodeURIComponent(repoKey)}`,
};
