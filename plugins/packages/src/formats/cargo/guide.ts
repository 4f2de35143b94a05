import { message } from '@lading/contract';
import { apiOf, type Guide, inHome, toFetch, wordsFor } from '../Guide.ts';
import { registryName } from './registryName.ts';

export const cargoGuide: Guide = (target) => {
  const word = wordsFor(target);
  const name = registryName(target.repoKey);
  return [
    {
      why: message('packages.guide.cargo.config', 'Make it known to Cargo'),
      file: inHome(target, '.cargo/config.toml'),
      command: [
        `[registries.${name}]`,
        `index = "sparse+${apiOf(target, 'cargo')}index/"`,
        '',
        '[registry]',
        'global-credential-providers = ["cargo:token"]',
      ].join('\n'),
    },
    {
      why: message('packages.guide.cargo.signIn', 'Sign in with a token'),
      command: `cargo login --registry ${name} ${word(`Bearer ${target.token}`)}`,
    },
    ...toFetch(target, {
      why: message('packages.guide.cargo.add', 'Use a crate from it, in the folder of your own'),
      command: `cargo add serde --registry ${name}`,
    }),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.cargo.publish', 'Publish your crate'),
            command: `cargo publish --registry ${name}`,
          },
        ]
      : []),
  ];
};
