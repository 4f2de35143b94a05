import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const npm: PackageFormat = {
  type: 'npm',
  label: 'npm',
  mark: () => import('simple-icons/icons/npm.svg?raw'),
  clients: [
    { id: 'npm', label: 'npm' },
    { id: 'pnpm', label: 'pnpm' },
    { id: 'yarn4', label: 'Yarn 4' },
    { id: 'yarn1', label: 'Yarn 1' },
    { id: 'bun', label: 'Bun' },
  ],
  install: ({ repoKey, baseUrl, name, version, word }) =>
    `npm install ${word(and(name, version, (v) => `@${v}`))} --registry ${word(clientAddress('npm', repoKey, baseUrl))}`,
};
