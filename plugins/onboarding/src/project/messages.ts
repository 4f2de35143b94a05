import { message } from '@lading/contract';

export const messages = {
  heading: message('onboarding.project.heading', 'Project'),
  about: message(
    'onboarding.project.about',
    'A project has its own repositories and members. Projects are optional.',
  ),
  name: message('onboarding.project.name', 'Project name'),
  key: message('onboarding.project.key', 'Project key'),
  keyHelp: message(
    'onboarding.project.keyHelp',
    'Lowercase letters, digits, and hyphens. Cannot be changed later.',
  ),
  nameEmpty: message('onboarding.project.nameEmpty', 'Enter a name'),
  keyStart: message('onboarding.project.keyStart', 'Project key must start with a lowercase character'),
  keyLength: message('onboarding.project.keyLength', 'Maximum {most} characters'),
  keyCharacters: message(
    'onboarding.project.keyCharacters',
    'Use only lowercase letters, digits, and hyphens',
  ),
  create: message('onboarding.project.create', 'Create project'),
  created: message('onboarding.project.created', 'Project {name} created.'),
  failed: message('onboarding.project.failed', 'Failed to create a project'),
};
