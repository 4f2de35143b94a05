import { message } from '@lading/contract';

export const messages = {
  notLoaded: message('shell.palette.notLoaded', 'Failed to load the command palette. Try again.'),
  failed: message('shell.palette.failed', '“{label}” failed: {cause}'),
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
