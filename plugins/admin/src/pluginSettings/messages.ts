import { message } from '@lading/contract';

export const messages = {
  open: message('admin.pluginSettings.open', 'Settings'),
  heading: message('admin.pluginSettings.heading', 'Settings of {plugin}'),
  about: message(
    'admin.pluginSettings.about',
    'These settings apply to all users. Open pages use them within a minute. Users set their own settings of the plugin in their profile.',
  ),
  onlyUsers: message(
    'admin.pluginSettings.onlyUsers',
    'This version of the plugin has no settings for all users. Users set their own settings of the plugin in their profile.',
  ),
  failed: message('admin.pluginSettings.failed', 'Failed to load the settings of the plugin'),
} as const;
