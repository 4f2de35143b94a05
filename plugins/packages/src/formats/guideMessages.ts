import { message } from '@lading/contract';

/** The texts that the guides of several formats share. */
export const guideMessages = {
  signIn: message('packages.guide.signIn', 'Sign in with a token'),
  always: message('packages.guide.always', 'Use the repository for all packages'),
  plainHttp: message('packages.guide.plainHttp', 'Allow plain HTTP to this server'),
  add: message('packages.guide.add', 'Add the repository'),
  install: message('packages.guide.install', 'Install a package'),
  publish: message('packages.guide.publish', 'Publish your package, in its directory'),
} as const;
