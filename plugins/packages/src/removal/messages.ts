import { message } from '@lading/contract';

export const messages = {
  chosen: message('packages.removal.chosen', '{count} chosen'),
  delete: message('packages.removal.delete', 'Delete…'),
  clear: message('packages.removal.clear', 'Choose none'),
  notLoaded: message('packages.removal.notLoaded', 'The dialog could not be loaded'),
  heading: message('packages.removal.heading', 'Delete from the repositories'),
  failedPlan: message('packages.removal.failedPlan', 'What would go could not be found out'),
  nothing: message('packages.removal.nothing', 'Nothing of it can be deleted'),
  goes: message('packages.removal.goes', 'This goes, and cannot be brought back:'),
  repository: message('packages.removal.repository', 'Repository'),
  versions: message('packages.removal.versions', 'Versions'),
  files: message('packages.removal.files', 'Files'),
  size: message('packages.removal.size', 'Size'),
  usedBy: message(
    'packages.removal.usedBy',
    '{count, plural, one {# package needs} other {# packages need}} {name}: {users}',
  ),
  usedByMany: message('packages.removal.usedByMany', 'Packages need {name}, among them {users}'),
  stays: message('packages.removal.stays', '{count, plural, one {# version stays} other {# versions stay}}'),
  everything: message(
    'packages.removal.everything',
    'Each of them: {count, plural, one {# version} other {# versions}}',
  ),
  line: message('packages.removal.line', '{name} {version} in {repo}'),
  confirm: message('packages.removal.confirm', 'Delete {count, plural, one {# version} other {# versions}}'),
  cancel: message('packages.removal.cancel', 'Cancel'),
  close: message('packages.removal.close', 'Close'),
  changed: message(
    'packages.removal.changed',
    'Something has changed meanwhile. This is what would go now: look again.',
  ),
  failed: message('packages.removal.failed', 'It could not be deleted: {cause}'),
  done: message(
    'packages.removal.done',
    '{count, plural, one {# version was deleted} other {# versions were deleted}}',
  ),
  partly: message(
    'packages.removal.partly',
    '{count, plural, one {# version was deleted} other {# versions were deleted}}; these were not:',
  ),
} as const;
