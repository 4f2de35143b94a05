import { message } from '@lading/contract';

/** Texts of the page; the texts of the steps are loaded with the tour. */
export const messages = {
  start: message('onboarding.tour.start', 'Take the tour'),
  resume: message('onboarding.tour.resume', 'Continue the tour'),
  again: message('onboarding.tour.again', 'Take the tour again'),
  startOver: message('onboarding.tour.startOver', 'Start over'),
  failed: message('onboarding.tour.failed', 'Failed to load the tour. Try again.'),
};
