import { message } from '@lading/contract';

export const messages = {
  bar: message('repositories.bulk.bar', 'What is chosen'),
  chosen: message('repositories.bulk.chosen', '{count} chosen'),
  copy: message('repositories.bulk.copy', 'Copy…'),
  move: message('repositories.bulk.move', 'Move…'),
  remove: message('repositories.bulk.remove', 'Delete…'),
  download: message('repositories.bulk.download', 'Download…'),
  none: message('repositories.bulk.none', 'Choose none'),
  copyTitle: message('repositories.bulk.copyTitle', 'Copy what is chosen'),
  moveTitle: message('repositories.bulk.moveTitle', 'Move what is chosen'),
  removeTitle: message('repositories.bulk.removeTitle', 'Delete what is chosen?'),
  downloadTitle: message('repositories.bulk.downloadTitle', 'Download as one archive'),
  target: message('repositories.bulk.target', 'To repository'),
  folder: message('repositories.bulk.folder', 'Into the folder'),
  folderHelp: message(
    'repositories.bulk.folderHelp',
    'Each keeps its name there. Empty: at the top of the repository.',
  ),
  planFailed: message('repositories.bulk.planFailed', 'What would be done could not be found out'),
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
    '{count, plural, one {# file goes} other {# files go}}, {size} together.',
  ),
  willDownload: message(
    'repositories.bulk.willDownload',
    '{count, plural, one {# file} other {# files}}, {size} together, as a ZIP archive.',
  ),
  nothing: message('repositories.bulk.nothing', 'None of it can be done'),
  each: message('repositories.bulk.each', 'Each of them: {count}'),
  line: message('repositories.bulk.line', '{count, plural, one {# file} other {# files}}, {size}'),
  stays: message(
    'repositories.bulk.stays',
    '{count, plural, one {# of them is left alone} other {# of them are left alone}}',
  ),
  typeCount: message('repositories.bulk.typeCount', 'Type {count} to delete so many'),
  copyVerb: message('repositories.bulk.copyVerb', 'Copy {count, plural, one {# file} other {# files}}'),
  moveVerb: message('repositories.bulk.moveVerb', 'Move {count, plural, one {# file} other {# files}}'),
  removeVerb: message('repositories.bulk.removeVerb', 'Delete {count, plural, one {# file} other {# files}}'),
  downloadVerb: message(
    'repositories.bulk.downloadVerb',
    'Download {count, plural, one {# file} other {# files}}',
  ),
  goOn: message('repositories.bulk.goOn', 'Go on'),
  lookAgain: message('repositories.bulk.lookAgain', 'Look again'),
  close: message('repositories.bulk.close', 'Close'),
} as const;
