import { message } from '@lading/contract';

export const messages = {
  title: message('shell.palette.title', 'Command palette'),
  find: message('shell.palette.find', 'Find a page, an action, or a package'),
  results: message(
    'shell.palette.results',
    '{count, plural, =0 {No results} one {# result} other {# results}}',
  ),
  nothing: message('shell.palette.nothing', 'No results for “{query}”.'),
  nothingMore: message('shell.palette.nothingMore', 'Type fewer letters to find more.'),
  searchFor: message('shell.palette.searchFor', 'Search {category} for “{query}”'),
  showHidden: message('shell.palette.showHidden', 'Show hidden'),
  why: message('shell.palette.why', 'Why?'),
  notLoaded: message('shell.palette.notLoaded', 'Failed to load the command palette. Try again.'),
  move: message('shell.palette.move', 'to move'),
  choose: message('shell.palette.choose', 'to select'),
  leave: message('shell.palette.leave', 'to close'),
  failed: message('shell.palette.failed', '“{label}” failed: {cause}'),
  close: message('shell.palette.close', 'Close'),
} as const;

export const groups = {
  recent: message('shell.palette.recent', 'Recently viewed'),
  places: message('shell.palette.places', 'Pages'),
  create: message('shell.palette.create', 'Create'),
  actions: message('shell.palette.actions', 'Actions'),
  projects: message('shell.palette.projects', 'Projects'),
  commands: message('shell.palette.commands', 'Commands'),
  search: message('shell.palette.search', 'Search'),
} as const;

export const places = {
  application: message('shell.palette.application', 'Application'),
  administration: message('shell.palette.administration', 'Administration'),
  project: message('shell.palette.project', 'Project settings'),
  create: message('shell.palette.createMenu', 'Create menu'),
  user: message('shell.palette.userMenu', 'User menu'),
  help: message('shell.palette.helpMenu', 'Help menu'),
  home: message('shell.palette.home', 'Home page'),
} as const;

export const actions = {
  palette: message('shell.action.palette', 'Command palette'),
  search: message('shell.action.search', 'Search box'),
  shortcuts: message('shell.action.shortcuts', 'Keyboard shortcuts'),
  collapse: message('shell.action.collapse', 'Collapse sidebar'),
  expand: message('shell.action.expand', 'Expand sidebar'),
  theme: message('shell.action.theme', 'Theme: {theme}'),
  language: message('shell.action.language', 'Language: {language}'),
  mirrored: message('shell.action.mirrored', 'Show the console from right to left'),
  allProjects: message('shell.action.allProjects', 'All projects'),
  signIn: message('shell.action.signIn', 'Sign in'),
  why: message('shell.action.why', 'Why can’t I see this?'),
} as const;

export const themes = {
  system: message('shell.theme.system', 'Use system theme'),
  light: message('shell.theme.light', 'Light'),
  dark: message('shell.theme.dark', 'Dark'),
  contrast: message('shell.theme.contrast', 'High contrast'),
} as const;
