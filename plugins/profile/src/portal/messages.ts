import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.portal.heading', 'Account portal'),
  leading: message('profile.portal.leading', 'Leading you to {host}…'),
  go: message('profile.portal.go', 'Go to {host}'),
  none: message('profile.portal.none', 'This platform has no account portal'),
  noneMore: message(
    'profile.portal.noneMore',
    'An administrator can name one in the setting LADING_SUBSCRIPTION_URL.',
  ),
  wrong: message('profile.portal.wrong', 'The address of the account portal is not one that can be opened'),
  wrongMore: message(
    'profile.portal.wrongMore',
    'An https address that is public is expected in the setting LADING_SUBSCRIPTION_URL. It is: {address}',
  ),
  toProfile: message('profile.portal.toProfile', 'Go to your profile'),
  failed: message('profile.portal.failed', 'The address of the account portal could not be fetched'),
} as const;
