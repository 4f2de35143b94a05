import { message } from '@lading/contract';

export const messages = {
  about: message(
    'profile.apiKey.about',
    'The API key can be used like a password or token, and never expires.',
  ),
  key: message('profile.apiKey.key', 'API key'),
  show: message('profile.apiKey.show', 'Show API key'),
  hide: message('profile.apiKey.hide', 'Hide API key'),
  hidden: message('profile.apiKey.hidden', 'An API key is set'),
  none: message('profile.apiKey.none', 'You have no API key'),
  noneMore: message('profile.apiKey.noneMore', 'Prefer an access token, which can expire.'),
  create: message('profile.apiKey.create', 'Create API key'),
  renew: message('profile.apiKey.renew', 'Renew'),
  renewAsk: message('profile.apiKey.renewAsk', 'Renew the API key of {name}?'),
  renewText: message(
    'profile.apiKey.renewText',
    'Clients that use the current key must switch to the new one.',
  ),
  revoke: message('profile.apiKey.revoke', 'Revoke'),
  revokeAsk: message('profile.apiKey.revokeAsk', 'Revoke the API key of {name}?'),
  revokeText: message(
    'profile.apiKey.revokeText',
    'Clients that use it can no longer sign in. This cannot be undone.',
  ),
  created: message('profile.apiKey.created', 'API key created'),
  renewed: message('profile.apiKey.renewed', 'API key renewed'),
  revoked: message('profile.apiKey.revoked', 'API key revoked'),
  failed: message('profile.apiKey.failed', 'Failed to load the API key'),
} as const;
