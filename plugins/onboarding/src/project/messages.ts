import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.project.heading', 'A project'),
  about: message(
    'onboarding.project.about',
    'A project has repositories and members of its own. One is enough to begin with; none is needed.',
  ),
  name: message('onboarding.project.name', 'Project name'),
  key: message('onboarding.project.key', 'Project key'),
  keyHelp: message('onboarding.project.keyHelp', 'Lower-case letters, digits and hyphens; it never changes.'),
  nameEmpty: message('onboarding.project.nameEmpty', 'Type a name'),
  keyStart: message('onboarding.project.keyStart', 'Project key must start with a lowercase character'),
  keyLength: message('onboarding.project.keyLength', 'At most {most} characters'),
  keyCharacters: message('onboarding.project.keyCharacters', 'Only lower-case letters, digits and hyphens'),
  create: message('onboarding.project.create', 'Create project'),
  created: message('onboarding.project.created', 'The project {name} is there.'),
  failed: message('onboarding.project.failed', 'Failed to create a project'),
};
