import { message } from '@lading/contract';

/** Texts of the dialog, which is loaded when it is opened. */
export const dialogMessages = {
  heading: message('packages.removal.heading', 'Delete from the repositories'),
  failedPlan: message('packages.removal.failedPlan', 'Failed to load the preview'),
  nothing: message('packages.removal.nothing', 'Nothing can be deleted'),
  goes: message('packages.removal.goes', 'The following will be deleted. This cannot be undone:'),
  goesToTrash: message(
    'packages.removal.goesToTrash',
    'The following will be deleted. The trash keeps it for {days, plural, one {# day} other {# days}}:',
  ),
  repository: message('packages.removal.repository', 'Repository'),
  versions: message('packages.removal.versions', 'Versions'),
  files: message('packages.removal.files', 'Files'),
  size: message('packages.removal.size', 'Size'),
  usedBy: message(
    'packages.removal.usedBy',
    '{count, plural, one {# package requires} other {# packages require}} {name}: {users}',
  ),
  usedByMany: message('packages.removal.usedByMany', 'Many packages depend on {name}, including {users}'),
  stays: message(
    'packages.removal.stays',
    '{count, plural, one {# version will be kept} other {# versions will be kept}}',
  ),
  everything: message(
    'packages.removal.everything',
    'All: {count, plural, one {# version} other {# versions}}',
  ),
  line: message('packages.removal.line', '{name} {version} in {repo}'),
  confirm: message('packages.removal.confirm', 'Delete {count, plural, one {# version} other {# versions}}'),
  cancel: message('packages.removal.cancel', 'Cancel'),
  close: message('packages.removal.close', 'Close'),
  changed: message('packages.removal.changed', 'The content changed. Check the updated preview.'),
  failed: message('packages.removal.failed', 'Failed to delete: {cause}'),
  done: message(
    'packages.removal.done',
    '{count, plural, one {# version deleted} other {# versions deleted}}',
  ),
  partly: message(
    'packages.removal.partly',
    '{count, plural, one {# version deleted} other {# versions deleted}}. Not deleted:',
  ),
} as const;
