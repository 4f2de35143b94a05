import mark from 'simple-icons/icons/openwrt.svg?raw';
import { platformAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const opkg: PackageFormat = {
  type: 'opkg',
  label: 'Opkg',
  mark,
  install: ({ name, version, word }) => `opkg install ${word(and(name, version, (v) => `=${v}`))}`,
  cli: {
    linux: `echo 'src/gz {repository} {setupData}' >> /etc/opkg/customfeeds.conf`,
  },
  setupData: (repoKey) => `${platformAddress()}/${encodeURIComponent(repoKey)}`,
};
