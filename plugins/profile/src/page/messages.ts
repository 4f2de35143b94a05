import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.heading', 'Profile'),
  sections: message('profile.sections', 'Profile sections'),
  profile: message('profile.tab.profile', 'Profile'),
  apiKey: message('profile.tab.apiKey', 'API key'),
  secondFactor: message('profile.tab.secondFactor', 'Multi-factor authentication'),
  tokens: message('profile.tab.tokens', 'Access tokens'),
  applications: message('profile.tab.applications', 'Applications'),
  sessions: message('profile.tab.sessions', 'Sessions'),
  plugins: message('profile.tab.plugins', 'Plugins'),
  developFailed: message('profile.developFailed', 'Failed to load the development override'),
  failed: message('profile.failed', 'Failed to load your profile'),
  unlocked: message('profile.unlockedUntil', 'Unlocked until {time}'),
  unsavedEmail: message('profile.unsaved.email', 'Your new email address is not saved.'),
  unsavedPassword: message('profile.unsaved.password', 'Your new password is not saved.'),
  unsavedToken: message('profile.unsaved.token', 'The access token is not created yet.'),
  unkeptCodes: message(
    'profile.unsaved.codes',
    'The recovery codes are shown only once. If you leave now, you can’t see them again.',
  ),
  unfinishedDevice: message('profile.unsaved.device', 'The other device is not set up yet.'),
  unfinishedEnrolment: message('profile.unsaved.enrolment', 'Multi-factor authentication is not set up yet.'),
  uncopiedToken: message(
    'profile.unsaved.copied',
    'The access token is shown only once. Copy it before you leave.',
  ),
} as const;
