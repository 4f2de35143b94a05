import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.start.heading', 'Your first package'),
  about: message(
    'onboarding.start.about',
    'Make a repository, run the commands, and see your package arrive. It takes a minute.',
  ),
  what: message('onboarding.start.what', 'What will you put there?'),
  key: message('onboarding.start.key', 'Repository key'),
  keyHelp: message('onboarding.start.keyHelp', 'Stands in its address and never changes.'),
  keyEmpty: message('onboarding.start.keyEmpty', 'Type a key'),
  keyMalformed: message(
    'onboarding.start.keyMalformed',
    'Only lower-case letters, digits, dots, hyphens and underscores, and a letter or digit first; up to 63',
  ),
  typesFailed: message('onboarding.start.typesFailed', 'The package types could not be fetched'),
  create: message('onboarding.start.create', 'Create repository'),
  created: message('onboarding.start.created', 'The repository {key} is there.'),
  waiting: message('onboarding.start.waiting', 'Waiting for the first package…'),
  lookFailed: message(
    'onboarding.start.lookFailed',
    'It could not be looked whether something came: {cause}',
  ),
  arrived: message('onboarding.start.arrived', '{name} has arrived'),
  arrivedMore: message(
    'onboarding.start.arrivedMore',
    'That is all it takes: your team installs it from here now.',
  ),
  show: message('onboarding.start.show', 'Show it'),
  packages: message('onboarding.start.packages', 'All packages'),
  setUp: message('onboarding.start.setUp', 'Set up its users’ clients'),
  done: message('onboarding.start.done', 'Skip this'),
};
