import { message } from '@lading/contract';

export const effectMessages = {
  heading: message('admin.permissions.effect', 'Effect of the changes'),
  about: message(
    'admin.permissions.effectAbout',
    'Shows what saving changes for each user, including other permissions, groups, and project roles.',
  ),
  show: message('admin.permissions.effectShow', 'Show effect'),
  more: message('admin.permissions.effectMore', 'Show more users'),
  nothing: message('admin.permissions.effectNothing', 'Nothing changes for any user.'),
  failed: message('admin.permissions.effectFailed', 'Failed to load the effect: {cause}'),
  place: message('admin.permissions.effectPlace', 'Resource'),
  gained: message('admin.permissions.effectGained', 'Gains'),
  lost: message('admin.permissions.effectLost', 'Loses'),
  changed: message('admin.permissions.effectChanged', 'Other paths or rules'),
} as const;
