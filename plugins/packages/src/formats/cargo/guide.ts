import { message } from '@lading/contract';
import {
  apiOf,
  type Guide,
  inHome,
  install,
  installCommandOf,
  pipeToken,
  publish,
  setUp,
  signsIn,
  stepsFor,
} from '../Guide.ts';
import { guideMessages } from '../guideMessages.ts';
import { cargo } from './format.ts';
import { registryName } from './registryName.ts';

const messages = {
  ...guideMessages,
  add: message('packages.guide.cargo.add', 'Add a crate, in the directory of your project'),
  publish: message('packages.guide.cargo.publish', 'Publish your crate, in its directory'),
};

export const cargoGuides: Readonly<Record<string, Guide>> = {
  cargo: (target) => {
    const name = registryName(target.repoKey);
    return stepsFor(
      target,
      setUp(
        guideMessages.add,
        [
          `[registries.${name}]`,
          `index = "sparse+${apiOf(target, 'cargo')}index/"`,
          'credential-provider = ["cargo:token"]',
        ].join('\n'),
        inHome(target, '.cargo/config.toml'),
      ),
      signsIn(target) && setUp(messages.signIn, pipeToken(target, `cargo login --registry ${name}`)),
      install(messages.add, installCommandOf(cargo, target, { name: 'serde' })),
      publish(messages.publish, `cargo publish --registry ${name}`),
    );
  },
};
