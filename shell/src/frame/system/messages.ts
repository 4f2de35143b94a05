import { message } from '@lading/contract';

export const errors = {
  toFirstPage: message('shell.error.toFirstPage', 'Go to the first page'),
  notFound: message('shell.error.notFound', 'Page not found'),
  notFoundMore: message(
    'shell.error.notFoundMore',
    'There is nothing at this address. It may have been moved or deleted, or the link is not complete.',
  ),
  refused: message('shell.error.refused', 'Request refused'),
  refusedMore: message(
    'shell.error.refusedMore',
    'The server did not accept a request. Whoever runs the platform finds it in the log by this number:',
  ),
  failed: message('shell.error.failed', 'The server failed'),
  failedMore: message('shell.error.failedMore', 'The server could not answer. Try again in a moment.'),
  notAuthorized: message('shell.error.notAuthorized', 'Not authorized'),
  notAuthorizedMore: message(
    'shell.error.notAuthorizedMore',
    'You are not authorized to view this page. An administrator can give you the permission.',
  ),
  unavailable: message('shell.error.unavailable', 'This page is not available'),
  thisPage: message('shell.error.thisPage', 'This page'),
  why: message('shell.error.why', 'Why?'),
  unknownUser: message('shell.error.unknownUser', 'The server did not answer who you are'),
  unknownUserMore: message(
    'shell.error.unknownUserMore',
    'Without that no page can be shown. Try again in a moment. The cause: {cause}',
  ),
} as const;

export const diagnostics = {
  heading: message('shell.diagnostics.heading', 'Diagnostics'),
  plugins: message('shell.diagnostics.plugins', 'Plug-ins'),
  name: message('shell.diagnostics.name', 'Name'),
  version: message('shell.diagnostics.version', 'Version'),
  state: message('shell.diagnostics.state', 'State'),
  pages: message('shell.diagnostics.pages', 'Pages'),
  pageCount: message(
    'shell.diagnostics.pageCount',
    '{count, plural, one {# page} other {# pages}} from {plugins, plural, one {# plugin} other {# plugins}}',
  ),
  class: message('shell.diagnostics.class', 'Class'),
  cause: message('shell.diagnostics.cause', 'Cause'),
  time: message('shell.diagnostics.time', 'Time'),
  actions: message('shell.diagnostics.actions', 'Actions'),
  before: message('shell.diagnostics.before', 'before'),
  conflicts: message('shell.diagnostics.conflicts', 'Conflicts'),
  reservedForShell: message(
    'shell.diagnostics.reservedForShell',
    'Plug-in "{plugin}": {kind}: "{wanted}" was left out, because it is reserved for the shell',
  ),
  reserved: message(
    'shell.diagnostics.reserved',
    'Plug-in "{plugin}": {kind}: "{wanted}" was left out, because it is reserved for the plug-in "{owner}"',
  ),
  taken: message(
    'shell.diagnostics.taken',
    'Plug-in "{plugin}": {kind}: "{wanted}" was left out, because the plug-in "{owner}" has it and stands before it in the map',
  ),
  calls: message('shell.diagnostics.calls', 'Calls of the start'),
  retryCall: message('shell.diagnostics.retryCall', 'Retry {call}'),
  map: message('shell.diagnostics.map', 'Import map'),
  mapFailed: message('shell.diagnostics.mapFailed', 'The import map’s state could not be fetched'),
  mapRejected: message(
    'shell.diagnostics.mapRejected',
    '{file} was rejected. The last valid map is in use. Error in line {line}: {reason}',
  ),
  entryRejected: message(
    'shell.diagnostics.entryRejected',
    'An entry of {file} was rejected. The other entries are in use. Error in line {line}: {reason}',
  ),
  mapPresent: message('shell.diagnostics.mapPresent', 'Custom import map: {file}. In use since {since}.'),
  mapAbsent: message(
    'shell.diagnostics.mapAbsent',
    'No custom import map at {file}. The shipped map is in use since {since}.',
  ),
  problem: message('shell.diagnostics.problem', 'Error'),
  inService: message('shell.diagnostics.inService', '{cause}. In use instead: {address}'),
  notLoaded: message('shell.diagnostics.notLoaded', 'Not loaded yet'),
  loading: message('shell.diagnostics.loading', 'Loading'),
  ready: message('shell.diagnostics.ready', 'Loaded'),
  mounted: message('shell.diagnostics.mounted', 'Mounted'),
  failedState: message('shell.diagnostics.failedState', 'Failed'),
  past: message('shell.diagnostics.past', 'Failures in the last 24 hours'),
  pastHere: message('shell.diagnostics.pastHere', 'In this browser'),
  pastServer: message('shell.diagnostics.pastServer', 'On the server'),
  pastNone: message('shell.diagnostics.pastNone', 'No failures.'),
  pastUnknown: message('shell.diagnostics.pastUnknown', 'Failed to load the server’s failures.'),
  entry: message('shell.diagnostics.entry', 'Entry'),
  address: message('shell.diagnostics.address', 'Address'),
  from: message('shell.diagnostics.from', 'From'),
  off: message('shell.diagnostics.off', 'off'),
} as const;

export const licences = {
  heading: message('shell.licences.heading', 'Licenses'),
  failed: message('shell.licences.failed', 'The licence could not be fetched'),
  how: message(
    'shell.licences.how',
    'Here a licence can be read. To set one, an administrator sends its type to {call}.',
  ),
  type: message('shell.licences.type', 'Type'),
  expired: message('shell.licences.expired', '{type} ({expired} has run out)'),
  validThrough: message('shell.licences.validThrough', 'Valid through'),
  noEnd: message('shell.licences.noEnd', 'It does not end'),
  licensedTo: message('shell.licences.licensedTo', 'Licensed to'),
  nobody: message('shell.licences.nobody', 'Nobody in particular'),
  setBy: message('shell.licences.setBy', 'Set by'),
  setting: message('shell.licences.setting', 'the setting {name}'),
  installed: message('shell.licences.installed', 'an administrator'),
  default: message('shell.licences.default', 'the platform itself'),
} as const;

export const repositories = {
  heading: message('shell.lightweight.heading', 'Repositories'),
  failed: message('shell.lightweight.failed', 'The repositories could not be fetched'),
  none: message('shell.lightweight.none', 'There is no repository that you may read.'),
  name: message('shell.lightweight.name', 'Name'),
  kind: message('shell.lightweight.kind', 'Kind'),
  packageType: message('shell.lightweight.packageType', 'Package type'),
  description: message('shell.lightweight.description', 'Description'),
} as const;

export const overview = {
  heading: message('shell.overview.heading', 'Overview'),
} as const;
