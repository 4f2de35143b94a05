import { message } from '@lading/contract';

export const messages = {
  bar: message('repositories.bulk.bar', 'Selection'),
  chosen: message('repositories.bulk.chosen', '{count} selected'),
  copy: message('repositories.bulk.copy', 'Copy…'),
  move: message('repositories.bulk.move', 'Move…'),
  remove: message('repositories.bulk.remove', 'Delete…'),
  download: message('repositories.bulk.download', 'Download…'),
  none: message('repositories.bulk.none', 'Clear selection'),
  copyTitle: message('repositories.bulk.copyTitle', 'Copy selection'),
  moveTitle: message('repositories.bulk.moveTitle', 'Move selection'),
  removeTitle: message('repositories.bulk.removeTitle', 'Delete selection?'),
  downloadTitle: message('repositories.bulk.downloadTitle', 'Download as one archive'),
  target: message('repositories.bulk.target', 'To repository'),
  folder: message('repositories.bulk.folder', 'To folder'),
  folderHelp: message(
    'repositories.bulk.folderHelp',
    'Each item keeps its name. Leave blank for the root of the repository.',
  ),
  planFailed: message('repositories.bulk.planFailed', 'Failed to load the preview'),
  willCopy: message(
    'repositories.bulk.willCopy',
    '{count, plural, one {# file ({size}) is} other {# files ({size}) are}} copied to {to}.',
  ),
  willMove: message(
    'repositories.bulk.willMove',
    '{count, plural, one {# file ({size}) is} other {# files ({size}) are}} moved to {to}.',
  ),
  willRemove: message(
    'repositories.bulk.willRemove',
    '{count, plural, one {# file will be deleted} other {# files will be deleted}}, {size} in total.',
  ),
  willDownload: message(
    'repositories.bulk.willDownload',
    '{count, plural, one {# file} other {# files}}, {size} in total, as a ZIP archive.',
  ),
  nothing: message('repositories.bulk.nothing', 'Not possible for any selected item'),
  each: message('repositories.bulk.each', 'All: {count}'),
  line: message('repositories.bulk.line', '{count, plural, one {# file} other {# files}}, {size}'),
  stays: message(
    'repositories.bulk.stays',
    '{count, plural, one {# item will be skipped} other {# items will be skipped}}',
  ),
  typeCount: message('repositories.bulk.typeCount', 'Type {count} to confirm'),
  copyVerb: message('repositories.bulk.copyVerb', 'Copy {count, plural, one {# file} other {# files}}'),
  moveVerb: message('repositories.bulk.moveVerb', 'Move {count, plural, one {# file} other {# files}}'),
  removeVerb: message('repositories.bulk.removeVerb', 'Delete {count, plural, one {# file} other {# files}}'),
  downloadVerb: message(
    'repositories.bulk.downloadVerb',
    'Download {count, plural, one {# file} other {# files}}',
  ),
  goOn: message('repositories.bulk.goOn', 'Continue'),
  lookAgain: message('repositories.bulk.lookAgain', 'Refresh preview'),
  close: message('repositories.bulk.close', 'Close'),
} as const;
