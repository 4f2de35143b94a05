import mark from 'simple-icons/icons/pypi.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const pypi: PackageFormat = {
  type: 'pypi',
  label: 'PyPI',
  aliases: ['python'],
  mark,
  install: ({ name, version, word }) => `pip install ${word(and(name, version, (v) => `==${v}`))}`,
  cli: {
    macos: `python3 -m pip config set global.index-url '{setupData}'`,
    linux: `python3 -m pip config set global.index-url '{setupData}'`,
    windows: `py -m pip config set global.index-url '{setupData}'`,
  },
  setupData: (repoKey) => `${clientAddress('pypi', repoKey)}simple`,
};
