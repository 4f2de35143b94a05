import { message } from '@lading/contract';

export const messages = {
  about: message(
    'admin.pluginDevelopment.about',
    'A development override replaces one plugin in one browser with the code of a development server, for up to 8 hours. The code has all permissions of the user. Other users are not affected.',
  ),
  allowed: message('admin.pluginDevelopment.allowed', 'Allow development overrides'),
  allowedHelp: message(
    'admin.pluginDevelopment.allowedHelp',
    'Without it, no user can start one, and active ones end at the next page load.',
  ),
  users: message('admin.pluginDevelopment.users', 'Users'),
  groups: message('admin.pluginDevelopment.groups', 'Groups'),
  usersHelp: message(
    'admin.pluginDevelopment.usersHelp',
    'Names of users who can start overrides, one per line. Administrators are not included by default.',
  ),
  groupsHelp: message(
    'admin.pluginDevelopment.groupsHelp',
    'Groups whose members can start overrides, one per line.',
  ),
  badName: message('admin.pluginDevelopment.badName', 'Invalid name "{entry}". Expected no spaces.'),
  origins: message('admin.pluginDevelopment.origins', 'Other development servers'),
  originsHelp: message(
    'admin.pluginDevelopment.originsHelp',
    "HTTPS origins, one per line, such as https://dev.example.com:5173. http://localhost and http://127.0.0.1 are always accepted: they are the user's own machine.",
  ),
  badOrigin: message(
    'admin.pluginDevelopment.badOrigin',
    'Invalid origin "{entry}". Expected https:// and a host in lowercase, without a path, such as https://dev.example.com:5173.',
  ),
  saved: message('admin.pluginDevelopment.saved', 'Development overrides saved'),
  failed: message('admin.pluginDevelopment.failed', 'Failed to load the settings of development overrides'),
} as const;
