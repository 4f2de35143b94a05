import { message } from '@lading/contract';

export const messages = {
  heading: message('projects.members.heading', 'Members'),
  what: message('projects.members.what', 'members'),
  counted: message('projects.members.counted', '{count, plural, one {# member} other {# members}}'),
  name: message('projects.members.name', 'Name'),
  kind: message('projects.members.kind', 'Kind'),
  user: message('projects.members.user', 'User'),
  group: message('projects.members.group', 'Group'),
  roles: message('projects.members.roles', 'Roles'),
  none: message('projects.members.none', 'This project has no members yet'),
  noneMore: message(
    'projects.members.noneMore',
    'The platform’s administrators see it nevertheless. This command makes the user ada an administrator of it:',
  ),
  command: message('projects.members.command', 'Command that adds a member'),
} as const;
