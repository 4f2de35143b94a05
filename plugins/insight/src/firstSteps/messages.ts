import { message } from '@lading/contract';

export const messages = {
  none: message('insight.firstSteps.none', 'No packages yet. Three steps to the first one:'),
  repository: message('insight.firstSteps.repository', 'Create or select a repository'),
  repositoryField: message('insight.firstSteps.repositoryField', 'Repository to publish to'),
  named: message('insight.firstSteps.named', '{key} ({type})'),
  create: message('insight.firstSteps.create', 'Create a repository'),
  browse: message('insight.firstSteps.browse', 'Browse repositories'),
  noTarget: message(
    'insight.firstSteps.noTarget',
    'You have no permission to publish to a repository. Ask an administrator.',
  ),
  noTargetAdmin: message('insight.firstSteps.noTargetAdmin', 'No repository can be published to yet.'),
  targetsFailed: message('insight.firstSteps.targetsFailed', 'Failed to load repositories'),
  client: message('insight.firstSteps.client', 'Set up your client'),
  clientMore: message(
    'insight.firstSteps.clientMore',
    'Sign in with npm, Docker, Maven, or another client, and publish a package.',
  ),
  setUp: message('insight.firstSteps.setUp', 'Set Me Up'),
  arrive: message('insight.firstSteps.arrive', 'See the first package arrive'),
  waiting: message(
    'insight.firstSteps.waiting',
    'Waiting for the first package. It appears here as soon as it is published.',
  ),
  lookFailed: message('insight.firstSteps.lookFailed', 'Failed to look for packages, retrying: {cause}'),
  arrived: message('insight.firstSteps.arrived', 'The first package has arrived: {name}'),
};
