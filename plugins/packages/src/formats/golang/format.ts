import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const golang: PackageFormat = {
  type: 'golang',
  label: 'Go',
  aliases: ['go'],
  mark: () => import('simple-icons/icons/go.svg?raw'),
  clients: [{ id: 'go', label: 'Go' }],
  install: ({ name, version, word }) => `go get ${word(and(name, version, (v) => `@${v}`))}`,
};
