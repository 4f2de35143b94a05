import { message } from '@lading/contract';

export const messages = {
  permissions: message('admin.permissions.title', 'Permissions'),
  what: message('admin.permissions.what', 'permissions'),
  one: message('admin.permissions.one', 'permission'),
  filter: message('admin.permissions.filter', 'Filter permissions'),
  create: message('admin.permissions.create', 'New Permission'),
  none: message('admin.permissions.none', 'No permissions yet'),
  noneMore: message(
    'admin.permissions.noneMore',
    'A permission says what users and groups may do in which repositories. Without one only administrators see anything.',
  ),
  name: message('admin.permissions.name', 'Permission name'),
  repositories: message('admin.permissions.repositories', 'Repositories'),
  users: message('admin.permissions.users', 'Users'),
  groups: message('admin.permissions.groups', 'Groups'),
  any: message('admin.permissions.any', 'All repositories'),
} as const;
