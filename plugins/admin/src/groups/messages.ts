import { message } from '@lading/contract';

export const messages = {
  groups: message('admin.groups.title', 'Groups'),
  what: message('admin.groups.what', 'groups'),
  counted: message('admin.groups.counted', '{count, plural, one {# group} other {# groups}}'),
  filter: message('admin.groups.filter', 'Filter groups'),
  create: message('admin.groups.create', 'New Group'),
  none: message('admin.groups.none', 'No groups yet'),
  noneMore: message('admin.groups.noneMore', 'A group grants its permissions to all its members.'),
  name: message('admin.groups.name', 'Group name'),
  description: message('admin.groups.description', 'Description'),
  members: message('admin.groups.members', 'Members'),
  admins: message('admin.groups.admins', 'Administrators'),
  autoJoin: message('admin.groups.autoJoin', 'Add new users'),
  failed: message('admin.groups.failed', 'Failed to load the group'),
  verb: message('admin.groups.verb', 'Create Group'),
  nameHelp: message('admin.groups.nameHelp', 'Cannot be changed later.'),
  badName: message(
    'admin.groups.badName',
    'Up to 64 letters, digits, spaces, ".", "_", "@", and "-", starting with a letter or digit',
  ),
  tooLong: message('admin.groups.tooLong', 'Maximum 1000 characters'),
  autoJoinHelp: message('admin.groups.autoJoinHelp', 'Users created from now on become members.'),
  adminsField: message('admin.groups.adminsField', 'Members are administrators'),
  adminsHelp: message('admin.groups.adminsHelp', 'They have full access.'),
  deleteGroup: message(
    'admin.groups.deleteGroup',
    '{count, plural, =0 {The group has no members.} one {Its # member loses the permissions of the group.} other {Its # members lose the permissions of the group.}}{permissions, plural, =0 {} one { # permission names it.} other { # permissions name it.}} This cannot be undone.',
  ),
} as const;
