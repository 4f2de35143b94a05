import { message } from '@lading/contract';

export const messages = {
  compare: message('builds.diff.compare', 'Compare with'),
  nothing: message('builds.diff.nothing', 'No other run'),
  heading: message('builds.diff.heading', 'What changed since {number}'),
  failed: message('builds.diff.failed', 'The two runs could not be compared'),
  alike: message('builds.diff.alike', 'Nothing changed: both name the same files.'),
  artifacts: message('builds.diff.artifacts', 'Files made'),
  dependencies: message('builds.diff.dependencies', 'Files used'),
  properties: message('builds.diff.properties', 'Properties'),
  summary: message(
    'builds.diff.summary',
    '{updated} changed, {added} new, {removed} gone, {unchanged} as they were',
  ),
  updated: message('builds.diff.updated', 'changed'),
  new: message('builds.diff.new', 'new'),
  removed: message('builds.diff.removed', 'gone'),
  was: message('builds.diff.was', 'was {name}'),
  showMore: message('builds.diff.showMore', 'Show {count} more'),
} as const;
