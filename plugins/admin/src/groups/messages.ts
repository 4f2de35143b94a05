import { message } from '@lading/contract';

export const messages = {
  groups: message('admin.groups.title', 'Groups'),
  what: message('admin.groups.what', 'groups'),
  counted: message('admin.groups.counted', '{count, plural, one {# group} other {# groups}}'),
  filter: message('admin.groups.filter', 'Filter groups'),
  create: message('admin.groups.create', 'New Group'),
  none: message('admin.groups.none', 'No groups yet'),
  noneMore: message('admin.groups.noneMore', 'A group gives what is granted to it to all its members.'),
  name: message('admin.groups.name', 'Group name'),
  description: message('admin.groups.description', 'Description'),
  members: message('admin.groups.members', 'Members'),
  admins: message('admin.groups.admins', 'Administrators'),
  autoJoin: message('admin.groups.autoJoin', 'New users join'),
  failed: message('admin.groups.failed', 'The group could not be fetched'),
  verb: message('admin.groups.verb', 'Create Group'),
  nameHelp: message('admin.groups.nameHelp', 'It never changes.'),
  badName: message(
    'admin.groups.badName',
    'Up to 64 letters, digits, spaces, ".", "_", "@" and "-", beginning with a letter or digit',
  ),
  tooLong: message('admin.groups.tooLong', 'At most 1000 characters'),
  autoJoinHelp: message('admin.groups.autoJoinHelp', 'Whoever is created from now on becomes a member.'),
  adminsField: message('admin.groups.adminsField', 'Members are administrators'),
  adminsHelp: message('admin.groups.adminsHelp', 'They may do everything, everywhere.'),
  deleteGroup: message(
    'admin.groups.deleteGroup',
    '{count, plural, =0 {It has no member.} one {Its # member loses what is granted to it.} other {Its # members lose what is granted to it.}}{permissions, plural, =0 {} one { # permission names it.} other { # permissions name it.}} This cannot be undone.',
  ),
} as const;
