import { fileAddress } from '../../install/addresses.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const generic: PackageFormat = {
  type: 'generic',
  label: 'Generic',
  plainFiles: true,
  mark: () => import('./mark.svg?raw'),
  clients: [{ id: 'curl', label: 'curl' }],
  install: ({ repoKey, baseUrl, path, system, user, token, word }) =>
    path === undefined
      ? undefined
      : `${system === 'windows' ? 'curl.exe' : 'curl'} -fLO ${token === '' ? '' : `-u ${word(`${user}:${token}`)} `}${word(fileAddress(repoKey, path, baseUrl))}`,
};
