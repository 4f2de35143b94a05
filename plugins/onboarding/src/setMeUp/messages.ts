import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.setMeUp.heading', 'Set Me Up'),
  about: message(
    'onboarding.setMeUp.about',
    'Select a repository and a client, and run the commands in order. They work in an empty home directory too.',
  ),
  failed: message('onboarding.setMeUp.failed', 'Failed to load the repositories'),
  none: message('onboarding.setMeUp.none', 'No repositories that you have permission to read'),
  noneMore: message('onboarding.setMeUp.noneMore', 'Ask an administrator for access to a repository.'),
  repository: message('onboarding.setMeUp.repository', 'Repository'),
  named: message('onboarding.setMeUp.named', '{key} ({type})'),
  unknown: message(
    'onboarding.setMeUp.unknown',
    'No instructions for clients of the type {type}. The URL of the repository:',
  ),
  system: message('onboarding.setMeUp.system', 'System'),
  macos: message('onboarding.setMeUp.macos', 'macOS'),
  linux: message('onboarding.setMeUp.linux', 'Linux'),
  windows: message('onboarding.setMeUp.windows', 'Windows (PowerShell)'),
  address: message('onboarding.setMeUp.address', 'URL'),
};
