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
    'The platform’s administrators see it nevertheless. Add a user or a group, and what they may do in it.',
  ),
  role: message('projects.members.role', 'Role'),
  roleHelp: message(
    'projects.members.roleHelp',
    'It takes the place of the roles that a member has already.',
  ),
  nameMissing: message('projects.members.nameMissing', 'This field is mandatory'),
  addMember: message('projects.members.addMember', 'Add member'),
  add: message('projects.members.add', 'Add'),
  cancel: message('projects.members.cancel', 'Cancel'),
  added: message('projects.members.added', '{name} is a member now'),
  remove: message('projects.members.remove', 'Remove'),
  removeNamed: message('projects.members.removeNamed', 'Remove {name}'),
  removeTitle: message('projects.members.removeTitle', 'Remove {name} from the project?'),
  removeText: message(
    'projects.members.removeText',
    'The roles in it go with the membership. What was published stays.',
  ),
  removed: message('projects.members.removed', '{name} is no member any more'),
} as const;
