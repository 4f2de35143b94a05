import { message } from '@lading/contract';

export const messages = {
  title: message('bundles.overview', 'Versions, environments, and edges'),
  failed: message('bundles.overviewFailed', 'Failed to load the versions'),
  version: message('bundles.overviewVersion', 'Version'),
  none: message(
    'bundles.overviewNone',
    'No version has been promoted. Environments appear here after a promotion.',
  ),
  environments: message('bundles.overviewEnvironments', 'Environments'),
  edges: message('bundles.overviewEdges', 'Edges'),
  present: message('bundles.overviewPresent', 'Received'),
  current: message('bundles.overviewCurrent', 'Current'),
  promoted: message('bundles.overviewPromoted', 'Promoted earlier'),
  rollback: message('bundles.rollback', 'Roll back {environment} to {version}'),
  compareWith: message('bundles.compareWith', 'Compare with'),
  noComparison: message('bundles.noComparison', 'Select a version'),
  compareFailed: message('bundles.compareFailed', 'Failed to compare the versions'),
  compared: message(
    'bundles.compared',
    'Files: {added} added, {changed} changed, {removed} removed, {same} unchanged. Difference in size: {bytes}.',
  ),
  changedPackages: message('bundles.changedPackages', 'Changed packages'),
  changedFiles: message('bundles.changedFiles', 'Changed files'),
  added: message('bundles.added', 'Added'),
  removed: message('bundles.removed', 'Removed'),
  changed: message('bundles.changed', 'Changed'),
  someDifferences: message('bundles.someDifferences', 'Only the first {count} are listed.'),
} as const;
