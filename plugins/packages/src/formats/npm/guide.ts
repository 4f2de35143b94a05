import { type ClientPackage, type ClientTarget, message } from '@lading/contract';
import { and } from '../../install/and.ts';
import {
  apiOf,
  type Guide,
  inHome,
  install,
  installCommandOf,
  isPlainHttp,
  packageOf,
  publish,
  servesAll,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { guideMessages as messages } from '../guideMessages.ts';
import { npm } from './format.ts';

const alwaysSignIn = message('packages.guide.npm.alwaysSignIn', 'Send the token with every request');
const youngVersions = message(
  'packages.guide.npm.youngVersions',
  'Allow versions of your own packages that are less than a day old (Yarn 4.10 and later)',
);
const example = { name: 'left-pad' };
const ownExample: ClientPackage = { name: '@your-scope/left-pad' };

export const npmGuides: Readonly<Record<string, Guide>> = {
  npm: (target) => {
    const registry = apiOf(target, 'npm');
    const word = wordsFor(target);
    return stepsFor(
      target,
      signsIn(target) &&
        setUp(messages.signIn, `npm config set ${word(`${tokenKey(registry)}=${target.token}`)}`),
      servesAll(target) && setUp(messages.always, `npm config set registry ${word(registry)}`),
      install(messages.install, installCommandOf(npm, target, example)),
      publish(messages.publish, `npm publish --registry ${word(registry)}`),
    );
  },
  pnpm: (target) => {
    const registry = apiOf(target, 'npm');
    const word = wordsFor(target);
    return stepsFor(
      target,
      signsIn(target) &&
        setUp(messages.signIn, `pnpm config set ${word(`${tokenKey(registry)}=${target.token}`)}`),
      servesAll(target) && setUp(messages.always, `pnpm config set registry ${word(registry)}`),
      install(messages.install, `pnpm add ${word(named(target))} --registry ${word(registry)}`),
      publish(messages.publish, `pnpm publish --no-git-checks --registry ${word(registry)}`),
    );
  },
  yarn4: (target) => {
    const registry = apiOf(target, 'npm');
    const word = wordsFor(target);
    const set = (key: string, value: string) => `yarn config set --home ${key} ${word(value)}`;
    const { name, own = target.canDeploy } = packageOf(target, ownExample);
    return stepsFor(
      target,
      // Yarn expects host names without ports.
      isPlainHttp(target) &&
        setUp(messages.plainHttp, set('unsafeHttpWhitelist', new URL(target.baseUrl).hostname)),
      setUp(
        messages.add,
        set(target.publishOnly ? 'npmPublishRegistry' : 'npmRegistryServer', registry.replace(/\/$/, '')),
      ),
      signsIn(target) && setUp(messages.signIn, set('npmAuthToken', target.token)),
      signsIn(target) && setUp(alwaysSignIn, set('npmAlwaysAuth', 'true')),
      !target.publishOnly && own && setUp(youngVersions, set('npmPreapprovedPackages', scopeOf(name))),
      install(messages.install, `yarn add ${word(named(target))}`),
      // Yarn publishes only packages that are in its lock file.
      publish(messages.publish, 'yarn install\nyarn npm publish'),
    );
  },
  yarn1: (target) => {
    const registry = apiOf(target, 'npm');
    const word = wordsFor(target);
    const key = tokenKey(registry);
    return stepsFor(
      target,
      signsIn(target) &&
        setUp(
          messages.signIn,
          [`${key}=${target.token}`, `${key.replace('_authToken', 'always-auth')}=true`].join('\n'),
          inHome(target, '.npmrc'),
        ),
      servesAll(target) && setUp(messages.always, `yarn config set registry ${word(registry)}`),
      install(messages.install, `yarn add ${word(named(target))} --registry ${word(registry)}`),
      publish(messages.publish, `yarn publish --non-interactive --registry ${word(registry)}`),
    );
  },
  bun: (target) => {
    const registry = apiOf(target, 'npm');
    const word = wordsFor(target);
    return stepsFor(
      target,
      signsIn(target) &&
        setUp(messages.signIn, `${tokenKey(registry)}=${target.token}`, inHome(target, '.npmrc')),
      setUp(messages.add, `registry=${registry}`, inHome(target, '.npmrc')),
      install(messages.install, `bun add ${word(named(target))}`),
      publish(messages.publish, 'bun publish'),
    );
  },
};

/** Returns the name of npm's setting for the token of a registry. */
function tokenKey(registry: string): string {
  return `${registry.replace(/^https?:/, '')}:_authToken`;
}

function named(target: ClientTarget): string {
  const { name, version } = packageOf(target, example);
  return and(name, version, (v) => `@${v}`);
}

/** Returns the pattern of all packages of the scope, or the name of a package without a scope. */
function scopeOf(name: string): string {
  return name.replace(/^(@[^/]+)\/.*$/, '$1/*');
}
