import { message } from '@lading/contract';

export const messages = {
  about: message(
    'ui.clients.about',
    'Clients sign in with a token instead of your password. Generate one that is limited to the repository {key}; the commands then contain it.',
  ),
  generate: message('ui.clients.generate', 'Generate token'),
  failed: message('ui.clients.failed', 'Failed to generate a token: {cause}'),
  generated: message(
    'ui.clients.generated',
    'The commands contain this token. You won’t be able to see it again. It expires in {days} days.',
  ),
  token: message('ui.clients.token', 'Token'),
  client: message('ui.clients.client', 'Client'),
  stepsFailed: message('ui.clients.stepsFailed', 'Failed to load the commands'),
  setUp: message('ui.clients.setUp', 'Set up the client (once)'),
  install: message('ui.clients.install', 'Install'),
  publish: message('ui.clients.publish', 'Publish'),
  addTo: message('ui.clients.addTo', 'Add to {file}:'),
} as const;
