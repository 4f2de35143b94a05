import { message } from '@lading/contract';

export const messages = {
  promote: message('builds.promotion.promote', 'Promote…'),
  notLoaded: message('builds.promotion.notLoaded', 'The dialog could not be loaded'),
  title: message('builds.promotion.title', 'Promote {name} {number}'),
  status: message('builds.promotion.status', 'Status'),
  statusHelp: message('builds.promotion.statusHelp', 'What the run has become, such as staged or released'),
  statusNeeded: message('builds.promotion.statusNeeded', 'A status is needed'),
  comment: message('builds.promotion.comment', 'Comment'),
  target: message('builds.promotion.target', 'Files'),
  stay: message('builds.promotion.stay', 'Stay where they are'),
  copyTo: message('builds.promotion.copyTo', 'Copy to {repo}'),
  moveTo: message('builds.promotion.moveTo', 'Move to {repo}'),
  dependencies: message('builds.promotion.dependencies', 'Also the files that it used'),
  targetsFailed: message('builds.promotion.targetsFailed', 'The repositories could not be fetched'),
  check: message('builds.promotion.check', 'Continue'),
  cancel: message('builds.promotion.cancel', 'Cancel'),
  back: message('builds.promotion.back', 'Back'),
  close: message('builds.promotion.close', 'Close'),
  statusOnly: message(
    'builds.promotion.statusOnly',
    'The run becomes {status}. Its files stay where they are.',
  ),
  willCopy: message(
    'builds.promotion.willCopy',
    'The run becomes {status}. {count, plural, =0 {No file is} one {# file ({size}) is} other {# files ({size}) are}} copied to {repo}.',
  ),
  willMove: message(
    'builds.promotion.willMove',
    'The run becomes {status}. {count, plural, =0 {No file is} one {# file ({size}) is} other {# files ({size}) are}} moved to {repo}.',
  ),
  replaces: message(
    'builds.promotion.replaces',
    '{count, plural, one {# file there has} other {# files there have}} other content and will be replaced.',
  ),
  goes: message('builds.promotion.goes', 'Each of them'),
  there: message(
    'builds.promotion.there',
    '{count, plural, one {# file is} other {# files are}} there already',
  ),
  stays: message(
    'builds.promotion.stays',
    '{count, plural, one {# file stays where it is} other {# files stay where they are}}',
  ),
  changed: message(
    'builds.promotion.changed',
    'Something has changed meanwhile. This is what would be done now: look again.',
  ),
  failed: message('builds.promotion.failed', 'It could not be promoted: {cause}'),
  done: message('builds.promotion.done', '{name} {number} is {status}'),
  partly: message('builds.promotion.partly', 'The run is {status}, but not all of its files went along:'),
  verb: message('builds.promotion.verb', 'Promote'),
  history: message('builds.promotion.history', 'Promotions'),
  noStatus: message('builds.promotion.noStatus', 'no status'),
  by: message('builds.promotion.by', '{when} by {who}'),
  copied: message(
    'builds.promotion.copied',
    '{count, plural, one {# file} other {# files}} copied to {repo}',
  ),
  moved: message('builds.promotion.moved', '{count, plural, one {# file} other {# files}} moved to {repo}'),
} as const;
