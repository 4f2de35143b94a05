import { message } from '@lading/contract';

export const messages = {
  groups: message('admin.groups.title', 'Groups'),
  what: message('admin.groups.what', 'groups'),
  one: message('admin.groups.one', 'group'),
  filter: message('admin.groups.filter', 'Filter groups'),
  create: message('admin.groups.create', 'New Group'),
  none: message('admin.groups.none', 'No groups yet'),
  noneMore: message('admin.groups.noneMore', 'A group gives what is granted to it to all its members.'),
  name: message('admin.groups.name', 'Group name'),
  description: message('admin.groups.description', 'Description'),
  members: message('admin.groups.members', 'Members'),
  admins: message('admin.groups.admins', 'Administrators'),
  autoJoin: message('admin.groups.autoJoin', 'New users join'),
} as const;
