import mark from 'simple-icons/icons/docker.svg?raw';
import { registryHost } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import type { PackageFormat } from '../PackageFormat.ts';

export const docker: PackageFormat = {
  type: 'docker',
  label: 'Docker',
  aliases: ['dockerv2'],
  mark,
  layers: true,
  install: ({ repoKey, name, version, word }) =>
    `docker pull ${word(and(`${registryHost()}/${repoKey}/${name}`, version, (v) => `${v.startsWith('sha256:') ? '@' : ':'}${v}`))}`,
  cli: {
    macos: `docker login '{setupData}'`,
    linux: `docker login '{setupData}'`,
    windows: `docker login '{setupData}'`,
  },
  setupData: () => registryHost(),
};
