import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.setMeUp.heading', 'Set Me Up'),
  about: message(
    'onboarding.setMeUp.about',
    'Choose a repository, and copy what your client needs to know to work with it.',
  ),
  failed: message('onboarding.setMeUp.failed', 'The repositories could not be fetched'),
  none: message('onboarding.setMeUp.none', 'There is no repository that you may read'),
  noneMore: message('onboarding.setMeUp.noneMore', 'Ask an administrator to let you into one.'),
  repository: message('onboarding.setMeUp.repository', 'Repository'),
  named: message('onboarding.setMeUp.named', '{key} ({type})'),
  unknown: message(
    'onboarding.setMeUp.unknown',
    'No client of the type {type} is known here yet. Its repository is at:',
  ),
  system: message('onboarding.setMeUp.system', 'System'),
  macos: message('onboarding.setMeUp.macos', 'macOS'),
  linux: message('onboarding.setMeUp.linux', 'Linux'),
  windows: message('onboarding.setMeUp.windows', 'Windows (PowerShell)'),
  stepsFailed: message('onboarding.setMeUp.stepsFailed', 'The commands could not be loaded'),
  tokenAbout: message(
    'onboarding.setMeUp.tokenAbout',
    'Clients sign in with a token in place of your password. Make one that is good for {key} alone, and the commands below carry it.',
  ),
  makeToken: message('onboarding.setMeUp.makeToken', 'Make a token'),
  tokenFailed: message('onboarding.setMeUp.tokenFailed', 'No token could be made: {cause}'),
  tokenMade: message(
    'onboarding.setMeUp.tokenMade',
    'This token is shown this once, and ends in {days} days. The commands below carry it.',
  ),
  token: message('onboarding.setMeUp.token', 'Token'),
  address: message('onboarding.setMeUp.address', 'Address'),
};
