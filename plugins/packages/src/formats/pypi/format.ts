import { clientAddress, isLoopback, withCredentials } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const pypi: PackageFormat = {
  type: 'pypi',
  label: 'PyPI',
  aliases: ['python'],
  mark: () => import('simple-icons/icons/pypi.svg?raw'),
  clients: [
    { id: 'pip', label: 'pip and twine' },
    { id: 'poetry', label: 'Poetry' },
  ],
  install: ({ repoKey, baseUrl, user, token, name, version, word }) => {
    const url = word(withCredentials(pypiIndex(repoKey, baseUrl), { user, token }));
    // Over plain HTTP, pip queries only trusted indexes.
    const { protocol, hostname, host } = new URL(baseUrl);
    const trust = protocol === 'http:' && !isLoopback(hostname) ? ` --trusted-host ${word(host)}` : '';
    return `pip install ${word(and(name, version, (v) => `==${v}`))} --index-url ${url}${trust}`;
  },
};

/** The simple index of a repository. */
export function pypiIndex(repoKey: string, baseUrl: string): string {
  return `${clientAddress('pypi', repoKey, baseUrl)}simple`;
}
