import mark from 'simple-icons/icons/rust.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';
import { registryName } from './registryName.ts';

export const cargo: PackageFormat = {
  type: 'cargo',
  label: 'Cargo',
  aliases: ['crates'],
  mark,
  install: ({ repoKey, name, version, word }) =>
    `cargo add ${word(and(name, version, (v) => `@${v}`))} --registry ${registryName(repoKey)}`,
  cli: {
    macos: `printf '[registries.{repository}]\\nindex = "{setupData}"\\n' >> ~/.cargo/config.toml`,
    linux: `printf '[registries.{repository}]\\nindex = "{setupData}"\\n' >> ~/.cargo/config.toml`,
    windows: `Add-Content "$env:USERPROFILE\\.cargo\\config.toml" "[registries.{repository}]\`nindex = '{setupData}'"`,
  },
  clientName: registryName,
  setupData: (repoKey) => `sparse+${clientAddress('cargo', repoKey)}index/`,
};
