import { fileAddress } from '../../install/addresses.ts';
import type { PackageFormat } from '../PackageFormat.ts';
import mark from './mark.svg?raw';

export const generic: PackageFormat = {
  type: 'generic',
  label: 'Generic',
  mark,
  install: ({ repoKey, path, system, word }) =>
    path && `${system === 'windows' ? 'curl.exe' : 'curl'} -fLO ${word(fileAddress(repoKey, path))}`,
};
