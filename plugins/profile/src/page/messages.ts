import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.heading', 'Profile'),
  sections: message('profile.sections', 'Parts of the profile'),
  profile: message('profile.tab.profile', 'Profile'),
  apiKey: message('profile.tab.apiKey', 'API key'),
  secondFactor: message('profile.tab.secondFactor', 'Second factor'),
  tokens: message('profile.tab.tokens', 'Access tokens'),
  sessions: message('profile.tab.sessions', 'Sessions'),
  failed: message('profile.failed', 'Your profile could not be fetched'),
  unlocked: message('profile.unlockedUntil', 'Unlocked until {time}'),
  unsavedEmail: message('profile.unsaved.email', 'Your new e-mail address is not saved.'),
  unsavedPassword: message('profile.unsaved.password', 'Your new password is not saved.'),
  unsavedToken: message('profile.unsaved.token', 'The access token is not created yet.'),
  unkeptCodes: message(
    'profile.unsaved.codes',
    'The recovery codes are shown only once: they are lost when you leave.',
  ),
  unfinishedEnrolment: message('profile.unsaved.enrolment', 'Your second factor is not set up yet.'),
  uncopiedToken: message(
    'profile.unsaved.copied',
    'The access token is shown only once: it is lost when you leave before it is copied.',
  ),
} as const;
