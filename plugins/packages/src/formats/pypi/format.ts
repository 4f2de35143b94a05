import mark from 'simple-icons/icons/pypi.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const pypi: PackageFormat = {
  type: 'pypi',
  label: 'PyPI',
  aliases: ['python'],
  mark,
  install: ({ repoKey, name, version, word }) =>
    `pip install ${word(and(name, version, (v) => `==${v}`))} --index-url ${word(index(repoKey))}`,
  cli: {
    macos: `python3 -m pip config set global.index-url '{setupData}'`,
    linux: `python3 -m pip config set global.index-url '{setupData}'`,
    windows: `py -m pip config set global.index-url '{setupData}'`,
  },
  setupData: index,
};

function index(repoKey: string): string {
  return `${clientAddress('pypi', repoKey)}simple`;
}
