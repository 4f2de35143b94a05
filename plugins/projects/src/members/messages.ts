import { message } from '@lading/contract';

export const messages = {
  heading: message('projects.members.heading', 'Members'),
  what: message('projects.members.what', 'members'),
  counted: message('projects.members.counted', '{count, plural, one {# member} other {# members}}'),
  name: message('projects.members.name', 'Name'),
  kind: message('projects.members.kind', 'Type'),
  user: message('projects.members.user', 'User'),
  group: message('projects.members.group', 'Group'),
  roles: message('projects.members.roles', 'Roles'),
  none: message('projects.members.none', 'No members yet'),
  noneMore: message(
    'projects.members.noneMore',
    'Administrators of the platform have access anyway. Add a user or group with a role.',
  ),
  noRole: message('projects.members.noRole', 'Select at least one role'),
  already: message(
    'projects.members.already',
    '{name} is already a member, with the roles {roles}. Change them with Edit in the list.',
  ),
  addMember: message('projects.members.addMember', 'Add member'),
  add: message('projects.members.add', 'Add'),
  added: message('projects.members.added', '{name} added'),
  actions: message('projects.members.actions', 'Actions'),
  edit: message('projects.members.edit', 'Edit'),
  editNamed: message('projects.members.editNamed', 'Edit the roles of {name}'),
  changed: message('projects.members.changed', 'Roles of {name} changed'),
  remove: message('projects.members.remove', 'Remove'),
  removeNamed: message('projects.members.removeNamed', 'Remove {name}'),
  removeTitle: message('projects.members.removeTitle', 'Remove {name} from the project?'),
  removeText: message(
    'projects.members.removeText',
    'The member loses its roles in the project. Published packages are kept.',
  ),
  removed: message('projects.members.removed', '{name} removed'),
} as const;
