import { message } from '@lading/contract';

export const messages = {
  about: message(
    'profile.apiKey.about',
    'The API key stands for you wherever a password or a token is asked for, and does not expire.',
  ),
  key: message('profile.apiKey.key', 'API key'),
  show: message('profile.apiKey.show', 'Show API key'),
  hide: message('profile.apiKey.hide', 'Hide API key'),
  hidden: message('profile.apiKey.hidden', 'An API key is set'),
  none: message('profile.apiKey.none', 'You have no API key'),
  noneMore: message(
    'profile.apiKey.noneMore',
    'An access token, which expires, is the better choice for new uses.',
  ),
  create: message('profile.apiKey.create', 'Create API key'),
  renew: message('profile.apiKey.renew', 'Renew'),
  renewAsk: message('profile.apiKey.renewAsk', 'Renew the API key of {name}?'),
  renewText: message(
    'profile.apiKey.renewText',
    'Whatever uses the key that is there now will be refused until it has the new one.',
  ),
  revoke: message('profile.apiKey.revoke', 'Revoke'),
  revokeAsk: message('profile.apiKey.revokeAsk', 'Revoke the API key of {name}?'),
  revokeText: message('profile.apiKey.revokeText', 'Whatever uses it will be refused. There is no way back.'),
  created: message('profile.apiKey.created', 'The API key is created'),
  renewed: message('profile.apiKey.renewed', 'The API key is renewed'),
  revoked: message('profile.apiKey.revoked', 'The API key is revoked'),
  failed: message('profile.apiKey.failed', 'The API key could not be fetched'),
} as const;
