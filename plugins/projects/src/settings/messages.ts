import { message } from '@lading/contract';

export const messages = {
  heading: message('projects.settings.heading', 'Project settings'),
  notFetched: message('projects.settings.notFetched', 'Failed to load the project'),
  name: message('projects.settings.name', 'Name'),
  description: message('projects.settings.description', 'Description'),
  descriptionHelp: message('projects.settings.descriptionHelp', 'The purpose of this project.'),
  saved: message('projects.settings.saved', 'Project saved'),
  facts: message('projects.settings.facts', 'Set by the platform’s administrators'),
  key: message('projects.settings.key', 'Key'),
  quota: message('projects.settings.quota', 'Storage'),
  noLimit: message('projects.settings.noLimit', 'No limit'),
  manageMembers: message('projects.settings.manageMembers', 'Project administrators can change members'),
  manageResources: message(
    'projects.settings.manageResources',
    'Project administrators can change repositories',
  ),
  yes: message('projects.settings.yes', 'Yes'),
  no: message('projects.settings.no', 'No'),
} as const;
