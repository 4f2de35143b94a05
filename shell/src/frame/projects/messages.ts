import { message } from '@lading/contract';

export const messages = {
  all: message('shell.projects.all', 'All projects'),
  button: message('shell.projects.button', 'Project: {name}'),
  search: message('shell.projects.search', 'Find a project'),
  list: message('shell.projects.list', 'Projects'),
  count: message('shell.projects.count', '{count, plural, one {# project} other {# projects}}'),
  nothing: message('shell.projects.nothing', 'No project has “{search}” in its name or key.'),
  failed: message('shell.projects.failed', 'The projects could not be fetched'),
  retry: message('shell.projects.retry', 'Retry'),
  notLoaded: message('shell.projects.notLoaded', 'The list of projects could not be loaded. Try again.'),
  none: message('shell.projects.none', 'There is no project yet'),
  noneText: message(
    'shell.projects.noneText',
    'A project holds repositories and says who may do what in them. This command makes the first one:',
  ),
  command: message('shell.projects.command', 'Command that makes a project'),
} as const;
