import mark from 'simple-icons/icons/go.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const golang: PackageFormat = {
  type: 'golang',
  label: 'Go',
  aliases: ['go'],
  mark,
  install: ({ name, version, word }) => `go get ${word(and(name, version, (v) => `@${v}`))}`,
  cli: {
    macos: `go env -w GOPROXY='{setupData}'`,
    linux: `go env -w GOPROXY='{setupData}'`,
    windows: `go env -w GOPROXY='{setupData}'`,
  },
  setupData: (repoKey) => clientAddress('go', repoKey),
};
