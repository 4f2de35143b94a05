import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.start.heading', 'Your first package'),
  about: message(
    'onboarding.start.about',
    'Create a repository, run the commands, and publish your package. It takes a minute.',
  ),
  what: message('onboarding.start.what', 'Package type'),
  key: message('onboarding.start.key', 'Repository key'),
  keyHelp: message('onboarding.start.keyHelp', 'Part of the URL. Cannot be changed later.'),
  keyEmpty: message('onboarding.start.keyEmpty', 'Enter a key'),
  keyMalformed: message(
    'onboarding.start.keyMalformed',
    'Up to 63 lowercase letters, digits, dots, hyphens, and underscores, starting with a letter or digit',
  ),
  typesFailed: message('onboarding.start.typesFailed', 'Failed to load the package types'),
  create: message('onboarding.start.create', 'Create repository'),
  created: message('onboarding.start.created', 'Repository {key} created.'),
  waiting: message('onboarding.start.waiting', 'Waiting for the first package…'),
  lookFailed: message('onboarding.start.lookFailed', 'Failed to check for the first package: {cause}'),
  arrived: message('onboarding.start.arrived', '{name} published'),
  arrivedMore: message('onboarding.start.arrivedMore', 'Your team can now install it from here.'),
  show: message('onboarding.start.show', 'Show package'),
  packages: message('onboarding.start.packages', 'All packages'),
  setUp: message('onboarding.start.setUp', 'Set up clients'),
  done: message('onboarding.start.done', 'Skip'),
};
