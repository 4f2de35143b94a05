import type { PackageFormat } from '../PackageFormat.ts';

export const maven: PackageFormat = {
  type: 'maven',
  label: 'Maven',
  aliases: ['gavc', 'gradle'],
  mark: () => import('simple-icons/icons/apachemaven.svg?raw'),
  scheme: 'gav',
  clients: [
    { id: 'maven', label: 'Maven' },
    { id: 'gradle', label: 'Gradle' },
  ],
  install: ({ name, version, newest }) => {
    // Maven supports `LATEST` only for plugins, and builds with it are not reproducible.
    const named = version ?? newest;
    if (named === undefined) return undefined;
    const [group = '', artifact = ''] = name.split(':');
    return [
      '<dependency>',
      `  <groupId>${group}</groupId>`,
      `  <artifactId>${artifact}</artifactId>`,
      `  <version>${named}</version>`,
      '</dependency>',
    ].join('\n');
  },
};
