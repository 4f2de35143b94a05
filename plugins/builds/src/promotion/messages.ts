import { message } from '@lading/contract';

export const messages = {
  promote: message('builds.promotion.promote', 'Promote…'),
  notLoaded: message('builds.promotion.notLoaded', 'Failed to load the dialog'),
  title: message('builds.promotion.title', 'Promote {name} {number}'),
  status: message('builds.promotion.status', 'Status'),
  statusHelp: message('builds.promotion.statusHelp', 'The new status of the run, such as staged or released'),
  statusNeeded: message('builds.promotion.statusNeeded', 'Enter a status'),
  comment: message('builds.promotion.comment', 'Comment'),
  target: message('builds.promotion.target', 'Files'),
  stay: message('builds.promotion.stay', 'Keep in place'),
  copyTo: message('builds.promotion.copyTo', 'Copy to {repo}'),
  moveTo: message('builds.promotion.moveTo', 'Move to {repo}'),
  dependencies: message('builds.promotion.dependencies', 'Include dependencies'),
  targetsFailed: message('builds.promotion.targetsFailed', 'Failed to load repositories'),
  check: message('builds.promotion.check', 'Continue'),
  cancel: message('builds.promotion.cancel', 'Cancel'),
  back: message('builds.promotion.back', 'Back'),
  close: message('builds.promotion.close', 'Close'),
  statusOnly: message(
    'builds.promotion.statusOnly',
    'The status of the run becomes {status}. Its files stay in place.',
  ),
  willCopy: message(
    'builds.promotion.willCopy',
    'The status of the run becomes {status}. {count, plural, =0 {No files are} one {# file ({size}) is} other {# files ({size}) are}} copied to {repo}.',
  ),
  willMove: message(
    'builds.promotion.willMove',
    'The status of the run becomes {status}. {count, plural, =0 {No files are} one {# file ({size}) is} other {# files ({size}) are}} moved to {repo}.',
  ),
  replaces: message(
    'builds.promotion.replaces',
    '{count, plural, one {# file there has} other {# files there have}} different content and will be replaced.',
  ),
  goes: message('builds.promotion.goes', 'Files'),
  there: message(
    'builds.promotion.there',
    '{count, plural, one {# file already exists} other {# files already exist}}',
  ),
  stays: message(
    'builds.promotion.stays',
    '{count, plural, one {# file stays in place} other {# files stay in place}}',
  ),
  changed: message('builds.promotion.changed', 'The content changed. Check the updated preview.'),
  failed: message('builds.promotion.failed', 'Failed to promote: {cause}'),
  done: message('builds.promotion.done', '{name} {number} promoted to {status}'),
  partly: message(
    'builds.promotion.partly',
    'The status of the run is {status}, but some files were not promoted:',
  ),
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
