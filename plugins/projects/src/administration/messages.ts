import { message } from '@lading/contract';
import { create, title } from './titles.ts';

export const messages = {
  title,
  create,
  what: message('projects.admin.what', 'projects'),
  counted: message('projects.admin.counted', '{count, plural, one {# project} other {# projects}}'),
  filter: message('projects.admin.filter', 'Filter projects'),
  none: message('projects.admin.none', 'No projects yet'),
  noneMore: message(
    'projects.admin.noneMore',
    'A project groups repositories, members with roles, and a storage quota.',
  ),
  failed: message('projects.admin.failed', 'Failed to load the project'),
  verb: message('projects.admin.verb', 'Create Project'),
  name: message('projects.admin.name', 'Name'),
  key: message('projects.admin.key', 'Key'),
  keyHelp: message(
    'projects.admin.keyHelp',
    'Lowercase letters, digits, and hyphens. Repository keys of the project start with it. Cannot be changed later.',
  ),
  // Verbatim from the specification.
  badKey: message('projects.admin.badKey', 'Project key must start with a lowercase character'),
  badKeyCharacters: message(
    'projects.admin.badKeyCharacters',
    'Up to 128 lowercase letters, digits, and hyphens',
  ),
  description: message('projects.admin.description', 'Description'),
  quota: message('projects.admin.quota', 'Storage quota'),
  quotaHelp: message(
    'projects.admin.quotaHelp',
    'Such as 500 MiB or 10 GB. Uploads are rejected once all files of the project have this size. Leave blank for no limit.',
  ),
  noLimit: message('projects.admin.noLimit', 'No limit'),
  badQuota: message('projects.admin.badQuota', 'Enter a size such as 500 MiB or 10 GB'),
  privileges: message('projects.admin.privileges', 'Permissions of project administrators'),
  manageMembers: message('projects.admin.manageMembers', 'Change members'),
  manageResources: message('projects.admin.manageResources', 'Create, change, and delete repositories'),
  members: message('projects.admin.members', 'Members'),
  membersOf: message('projects.admin.membersOf', 'Members of {name}'),
  deleteProject: message(
    'projects.admin.deleteProject',
    'Its members lose their roles. A project with repositories cannot be deleted. This cannot be undone.',
  ),
} as const;
