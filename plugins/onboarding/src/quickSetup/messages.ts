import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.page.heading', 'Getting Started'),
  failed: message('onboarding.page.failed', 'Failed to load your answers'),
  user: message('onboarding.page.user', 'Only administrators can create repositories'),
  userMore: message(
    'onboarding.page.userMore',
    'To publish packages, see the list of packages and the documentation.',
  ),
  packages: message('onboarding.page.packages', 'Packages'),
  documentation: message('onboarding.page.documentation', 'Documentation'),
};
