import { platformAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const rpm: PackageFormat = {
  type: 'rpm',
  label: 'RPM',
  aliases: ['yum'],
  mark: () => import('./mark.svg?raw'),
  install: ({ name, version, word }) => `yum install ${word(and(name, version, (v) => `-${v}`))}`,
  cli: {
    linux: `sudo dnf config-manager --add-repo '{setupData}'`,
  },
  setupData: (repoKey) => `${platformAddress()}/${encodeURIComponent(repoKey)}`,
};
