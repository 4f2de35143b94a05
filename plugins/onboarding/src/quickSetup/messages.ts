import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.page.heading', 'Getting Started'),
  failed: message('onboarding.page.failed', 'What was answered before could not be fetched'),
  user: message('onboarding.page.user', 'Administrators make repositories'),
  userMore: message(
    'onboarding.page.userMore',
    'Where you may publish to, the list of packages and the documentation tell how.',
  ),
  packages: message('onboarding.page.packages', 'Packages'),
  documentation: message('onboarding.page.documentation', 'Documentation'),
};
