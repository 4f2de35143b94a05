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
  address: message('onboarding.setMeUp.address', 'Address'),
};
