import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.portal.heading', 'Account portal'),
  leading: message('profile.portal.leading', 'Redirecting to {host}…'),
  go: message('profile.portal.go', 'Go to {host}'),
  none: message('profile.portal.none', 'This platform has no account portal'),
  noneMore: message(
    'profile.portal.noneMore',
    'An administrator can set its URL with LADING_SUBSCRIPTION_URL.',
  ),
  wrong: message('profile.portal.wrong', 'Invalid URL of the account portal'),
  wrongMore: message(
    'profile.portal.wrongMore',
    'LADING_SUBSCRIPTION_URL must be a public HTTPS URL. Current value: {address}',
  ),
  toProfile: message('profile.portal.toProfile', 'Go to your profile'),
  failed: message('profile.portal.failed', 'Failed to load the URL of the account portal'),
} as const;
