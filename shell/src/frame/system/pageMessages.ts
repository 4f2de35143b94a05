import { message } from '@lading/contract';

export const diagnostics = {
  heading: message('shell.diagnostics.heading', 'Diagnostics'),
  plugins: message('shell.diagnostics.plugins', 'Plugins'),
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
  before: message('shell.diagnostics.before', 'earlier'),
  conflicts: message('shell.diagnostics.conflicts', 'Conflicts'),
  reservedForShell: message(
    'shell.diagnostics.reservedForShell',
    'Plugin "{plugin}": {kind} "{wanted}" was ignored because it is reserved for the shell',
  ),
  reserved: message(
    'shell.diagnostics.reserved',
    'Plugin "{plugin}": {kind} "{wanted}" was ignored because it is reserved for the plugin "{owner}"',
  ),
  taken: message(
    'shell.diagnostics.taken',
    'Plugin "{plugin}": {kind} "{wanted}" was ignored because the plugin "{owner}", which precedes it in the map, uses it',
  ),
  untrusted: message('shell.diagnostics.untrusted', 'Untrusted: it runs in frames.'),
  untrustedLeft: message(
    'shell.diagnostics.untrustedLeft',
    'Untrusted: it runs in frames. Contributions of these kinds were ignored: {kinds}',
  ),
  untrustedNow: message(
    'shell.diagnostics.untrustedNow',
    'Untrusted since this page was loaded. Reload the page to use it in frames.',
  ),
  calls: message('shell.diagnostics.calls', 'Startup calls'),
  retryCall: message('shell.diagnostics.retryCall', 'Retry {call}'),
  map: message('shell.diagnostics.map', 'Import map'),
  mapFailed: message('shell.diagnostics.mapFailed', 'Failed to load the state of the import map'),
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
  address: message('shell.diagnostics.address', 'URL'),
  from: message('shell.diagnostics.from', 'From'),
  off: message('shell.diagnostics.off', 'off'),
} as const;

export const licenses = {
  heading: message('shell.licenses.heading', 'Licenses'),
  failed: message('shell.licenses.failed', 'Failed to load the license'),
  how: message(
    'shell.licenses.how',
    'This page shows the license. To install one, an administrator sends its type to {call}.',
  ),
  type: message('shell.licenses.type', 'Type'),
  expired: message('shell.licenses.expired', '{type} ({expired} has expired)'),
  validThrough: message('shell.licenses.validThrough', 'Valid through'),
  noEnd: message('shell.licenses.noEnd', 'Never expires'),
  licensedTo: message('shell.licenses.licensedTo', 'Licensed to'),
  nobody: message('shell.licenses.nobody', 'Not specified'),
  setBy: message('shell.licenses.setBy', 'Set by'),
  setting: message('shell.licenses.setting', 'the setting {name}'),
  installed: message('shell.licenses.installed', 'an administrator'),
  default: message('shell.licenses.default', 'the platform default'),
} as const;

export const repositories = {
  heading: message('shell.lightweight.heading', 'Repositories'),
  failed: message('shell.lightweight.failed', 'Failed to load repositories'),
  none: message('shell.lightweight.none', 'No repositories that you have permission to read'),
  name: message('shell.lightweight.name', 'Name'),
  kind: message('shell.lightweight.kind', 'Type'),
  packageType: message('shell.lightweight.packageType', 'Package type'),
  description: message('shell.lightweight.description', 'Description'),
} as const;
