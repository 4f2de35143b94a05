import mark from 'simple-icons/icons/helm.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const helm: PackageFormat = {
  type: 'helm',
  label: 'Helm',
  aliases: ['helmoci'],
  mark,
  install: ({ repoKey, name, version, word }) =>
    and(
      `helm pull ${word(name.split('/').at(-1) ?? name)} --repo ${word(clientAddress('helm', repoKey))}`,
      version,
      (v) => ` --version ${word(v)}`,
    ),
  cli: {
    macos: `helm repo add {repository} '{setupData}'`,
    linux: `helm repo add {repository} '{setupData}'`,
    windows: `helm repo add {repository} '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('helm', repoKey),
};
