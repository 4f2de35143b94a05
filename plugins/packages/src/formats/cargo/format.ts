import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';
import { registryName } from './registryName.ts';

export const cargo: PackageFormat = {
  type: 'cargo',
  label: 'Cargo',
  aliases: ['crates'],
  mark: () => import('simple-icons/icons/rust.svg?raw'),
  clients: [{ id: 'cargo', label: 'Cargo' }],
  install: ({ repoKey, name, version, word }) =>
    `cargo add ${word(and(name, version, (v) => `@${v}`))} --registry ${registryName(repoKey)}`,
};
