import { message } from '@lading/contract';
import { messages as search } from '../search/messages.ts';

/** Texts of the opened palette, which are loaded with it. */
export const texts = {
  title: message('shell.palette.title', 'Command palette'),
  find: message('shell.palette.find', 'Find a page, a package, a setting, or an action'),
  results: message(
    'shell.palette.results',
    '{count, plural, =0 {No results} one {# result} other {# results}}',
  ),
  nothing: message('shell.palette.nothing', 'No results for “{query}”.'),
  nothingMore: message('shell.palette.nothingMore', 'Type fewer letters to find more.'),
  searchFor: message('shell.palette.searchFor', 'Search for “{query}” in {category}'),
  showHidden: message('shell.palette.showHidden', 'Show hidden'),
  why: message('shell.palette.why', 'Why?'),
  move: message('shell.palette.move', 'to move'),
  choose: message('shell.palette.choose', 'to select'),
  leave: message('shell.palette.leave', 'to close'),
  close: message('shell.palette.close', 'Close'),
  groupFailed: message('shell.palette.groupFailed', '{what}: failed to load. {cause}'),
  retry: message('shell.palette.retry', 'Retry'),
} as const;

/** Names of all groups. */
export const groupNames = {
  recent: message('shell.palette.recent', 'Recently viewed'),
  places: message('shell.palette.places', 'Pages'),
  create: message('shell.palette.create', 'Create'),
  actions: message('shell.palette.actions', 'Actions'),
  projects: message('shell.palette.projects', 'Projects'),
  commands: message('shell.palette.commands', 'Commands'),
  search: message('shell.palette.search', 'Search'),
  elsewhere: message('shell.palette.elsewhere', 'Search elsewhere'),
  packages: search.packages,
  repositories: search.repositories,
  artifacts: search.artifacts,
  searches: message('shell.palette.searches', 'Saved searches'),
  users: message('shell.palette.users', 'Users'),
} as const;
