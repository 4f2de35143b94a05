import { message } from '@lading/contract';

export const messages = {
  about: message('profile.plugins.about', 'Your settings of plugins. They apply to you only.'),
  none: message('profile.plugins.none', 'No plugin has settings'),
  listFailed: message('profile.plugins.listFailed', 'Failed to load the plugins'),
  failed: message('profile.plugins.failed', 'Failed to load the settings of {plugin}'),
} as const;
