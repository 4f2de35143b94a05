import { message } from '@lading/contract';

export const messages = {
  removeTitle: message('repositories.remove.title', 'Delete {name}?'),
  counting: message('repositories.remove.counting', 'Counting files…'),
  goes: message(
    'repositories.remove.goes',
    '{count, plural, one {# file will be deleted} other {# files will be deleted}}, {size} in total.',
  ),
  versionsGo: message(
    'repositories.remove.versionsGo',
    'They belong to {versions, plural, one {# version} other {# versions}} of {packages, plural, one {# package} other {# packages}}.',
  ),
  forGood: message('repositories.remove.forGood', 'This cannot be undone.'),
  restorable: message(
    'repositories.remove.restorable',
    'The trash keeps them for {days, plural, one {# day} other {# days}}.',
  ),
  typeName: message('repositories.remove.typeName', 'Type {name} to confirm'),
  verb: message('repositories.remove.verb', 'Delete'),
  verbMany: message(
    'repositories.remove.verbMany',
    '{count, plural, one {Delete # file} other {Delete # files}}',
  ),
  cancel: message('repositories.remove.cancel', 'Cancel'),
  stop: message('repositories.remove.stop', 'Stop'),
  close: message('repositories.remove.close', 'Close'),
  cannot: message('repositories.remove.cannot', 'Failed to load the preview: {cause}'),
  failed: message('repositories.remove.failed', 'Failed to delete: {cause}'),
  progress: message('repositories.remove.progress', '{done} of {all} deleted'),
  stopped: message('repositories.remove.stopped', 'Stopped: {done} of {all} files deleted.'),
  removed: message(
    'repositories.remove.removed',
    '{count, plural, one {# file deleted} other {# files deleted}}',
  ),
  countAgain: message('repositories.remove.countAgain', 'Count again'),
  copyTitle: message('repositories.transfer.copyTitle', 'Copy {name}'),
  moveTitle: message('repositories.transfer.moveTitle', 'Move {name}'),
  target: message('repositories.transfer.target', 'To repository'),
  targetPath: message('repositories.transfer.targetPath', 'Target path'),
  targetPathHelp: message('repositories.transfer.targetPathHelp', 'The full path, including the name'),
  noTargets: message(
    'repositories.transfer.noTargets',
    'No local repositories that you have permission to deploy to.',
  ),
  targetsFailed: message('repositories.transfer.targetsFailed', 'Failed to load repositories'),
  pathNeeded: message('repositories.transfer.pathNeeded', 'Enter a path'),
  samePlace: message('repositories.transfer.samePlace', 'Select another repository or path'),
  check: message('repositories.transfer.check', 'Continue'),
  willCopy: message(
    'repositories.transfer.willCopy',
    '{count, plural, one {# file} other {# files}} ({size}) will be copied to {to}.',
  ),
  willMove: message(
    'repositories.transfer.willMove',
    '{count, plural, one {# file} other {# files}} ({size}) will be moved to {to}.',
  ),
  willReplace: message(
    'repositories.transfer.willReplace',
    '{count, plural, one {# file there has} other {# files there have}} different content and will be replaced.',
  ),
  copyVerb: message('repositories.transfer.copyVerb', 'Copy'),
  moveVerb: message('repositories.transfer.moveVerb', 'Move'),
  backVerb: message('repositories.transfer.back', 'Back'),
  copying: message('repositories.transfer.copying', '{done} of {all} copied'),
  moving: message('repositories.transfer.moving', '{done} of {all} moved'),
  copied: message(
    'repositories.transfer.copied',
    '{count, plural, one {# file copied} other {# files copied}}',
  ),
  moved: message('repositories.transfer.moved', '{count, plural, one {# file moved} other {# files moved}}'),
  transferFailed: message('repositories.transfer.failed', 'Stopped: {cause}'),
} as const;
