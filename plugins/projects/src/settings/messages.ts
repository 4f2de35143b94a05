import { message } from '@lading/contract';

export const messages = {
  heading: message('projects.settings.heading', 'Project settings'),
  notFetched: message('projects.settings.notFetched', 'The project could not be fetched'),
  name: message('projects.settings.name', 'Name'),
  nameMissing: message('projects.settings.nameMissing', 'This field is mandatory'),
  description: message('projects.settings.description', 'Description'),
  descriptionHelp: message('projects.settings.descriptionHelp', 'What belongs into this project.'),
  save: message('projects.settings.save', 'Save'),
  saved: message('projects.settings.saved', 'The project was saved'),
  unsaved: message('projects.settings.unsaved', 'The changes of the project are not saved.'),
  facts: message('projects.settings.facts', 'Fixed by the platform’s administrators'),
  key: message('projects.settings.key', 'Key'),
  quota: message('projects.settings.quota', 'Storage'),
  noLimit: message('projects.settings.noLimit', 'No limit'),
  manageMembers: message('projects.settings.manageMembers', 'Project administrators change members'),
  manageResources: message('projects.settings.manageResources', 'Project administrators change repositories'),
  yes: message('projects.settings.yes', 'Yes'),
  no: message('projects.settings.no', 'No'),
} as const;
