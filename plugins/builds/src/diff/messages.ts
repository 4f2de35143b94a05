import { message } from '@lading/contract';

export const messages = {
  compare: message('builds.diff.compare', 'Compare with'),
  nothing: message('builds.diff.nothing', 'No other runs'),
  heading: message('builds.diff.heading', 'Changes since {number}'),
  failed: message('builds.diff.failed', 'Failed to compare the runs'),
  alike: message('builds.diff.alike', 'No changes: both runs have the same files.'),
  artifacts: message('builds.diff.artifacts', 'Artifacts'),
  dependencies: message('builds.diff.dependencies', 'Dependencies'),
  properties: message('builds.diff.properties', 'Properties'),
  summary: message(
    'builds.diff.summary',
    '{updated} changed, {added} added, {removed} removed, {unchanged} unchanged',
  ),
  updated: message('builds.diff.updated', 'changed'),
  new: message('builds.diff.new', 'added'),
  removed: message('builds.diff.removed', 'removed'),
  was: message('builds.diff.was', 'was {name}'),
  showMore: message('builds.diff.showMore', 'Show {count} more'),
} as const;
