import { message } from '@lading/contract';

export const messages = {
  all: message('shell.projects.all', 'All projects'),
  button: message('shell.projects.button', 'Project: {name}'),
  search: message('shell.projects.search', 'Find a project'),
  list: message('shell.projects.list', 'Projects'),
  count: message('shell.projects.count', '{count, plural, one {# project} other {# projects}}'),
  nothing: message('shell.projects.nothing', 'No project name or key contains “{search}”.'),
  failed: message('shell.projects.failed', 'Failed to load projects'),
  retry: message('shell.projects.retry', 'Retry'),
  notLoaded: message('shell.projects.notLoaded', 'Failed to load the list of projects. Try again.'),
  none: message('shell.projects.none', 'No projects yet'),
  noneText: message(
    'shell.projects.noneText',
    'A project groups repositories and defines who has access to them. This command creates the first one:',
  ),
  command: message('shell.projects.command', 'Command that creates a project'),
} as const;
