import mark from 'simple-icons/icons/rust.svg?raw';
import { clientAddress } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const cargo: PackageFormat = {
  type: 'cargo',
  label: 'Cargo',
  aliases: ['crates'],
  mark,
  install: ({ name, version, word }) =>
    and(`cargo install ${word(name)}`, version, (v) => ` --version ${word(v)}`),
  cli: {
    macos: `printf '[registries.lading]\\nindex = "{setupData}"\\n' >> ~/.cargo/config.toml`,
    linux: `printf '[registries.lading]\\nindex = "{setupData}"\\n' >> ~/.cargo/config.toml`,
    windows: `Add-Content "$env:USERPROFILE\\.cargo\\config.toml" "[registries.lading]\`nindex = '{setupData}'"`,
  },
  setupData: (repoKey) => `sparse+${clientAddress('cargo', repoKey)}index/`,
};
