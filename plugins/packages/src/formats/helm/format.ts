import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const helm: PackageFormat = {
  type: 'helm',
  label: 'Helm',
  aliases: ['helmoci'],
  mark: () => import('simple-icons/icons/helm.svg?raw'),
  clients: [
    { id: 'helm', label: 'Helm' },
    { id: 'curl', label: 'curl' },
  ],
  install: ({ repoKey, name, version, word }) =>
    and(
      `helm pull ${word(`${repoKey}/${name.split('/').at(-1) ?? name}`)}`,
      version,
      (v) => ` --version ${word(v)}`,
    ),
};
