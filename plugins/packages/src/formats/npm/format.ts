import mark from 'simple-icons/icons/npm.svg?raw';
import { clientAddress, npmRegistry } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const npm: PackageFormat = {
  type: 'npm',
  label: 'npm',
  mark,
  install: ({ repoKey, name, version, word }) =>
    `npm install ${word(and(name, version, (v) => `@${v}`))} --registry ${npmRegistry(repoKey)}`,
  cli: {
    macos: `npm config set registry '{setupData}'`,
    linux: `npm config set registry '{setupData}'`,
    windows: `npm config set registry '{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('npm', repoKey),
};
