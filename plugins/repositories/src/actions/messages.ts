import { message } from '@lading/contract';

export const messages = {
  removeTitle: message('repositories.remove.title', 'Delete {name}?'),
  counting: message('repositories.remove.counting', 'Counting what would go…'),
  goes: message(
    'repositories.remove.goes',
    '{count, plural, one {# file goes} other {# files go}}, {size} together.',
  ),
  versionsGo: message(
    'repositories.remove.versionsGo',
    'They belong to {versions, plural, one {# version} other {# versions}} of {packages, plural, one {# package} other {# packages}}.',
  ),
  forGood: message('repositories.remove.forGood', 'This cannot be undone.'),
  typeName: message('repositories.remove.typeName', 'Type {name} to delete so many'),
  verb: message('repositories.remove.verb', 'Delete'),
  verbMany: message(
    'repositories.remove.verbMany',
    '{count, plural, one {Delete # file} other {Delete # files}}',
  ),
  cancel: message('repositories.remove.cancel', 'Cancel'),
  stop: message('repositories.remove.stop', 'Stop'),
  close: message('repositories.remove.close', 'Close'),
  cannot: message('repositories.remove.cannot', 'It cannot be deleted: {cause}'),
  failed: message('repositories.remove.failed', 'Deleting stopped: {cause}'),
  progress: message('repositories.remove.progress', '{done} of {all} deleted'),
  stopped: message('repositories.remove.stopped', 'Stopped: {done} of {all} files are deleted.'),
  removed: message(
    'repositories.remove.removed',
    '{count, plural, one {# file was deleted} other {# files were deleted}}',
  ),
  countAgain: message('repositories.remove.countAgain', 'Count again'),
  copyTitle: message('repositories.transfer.copyTitle', 'Copy {name}'),
  moveTitle: message('repositories.transfer.moveTitle', 'Move {name}'),
  target: message('repositories.transfer.target', 'To repository'),
  targetPath: message('repositories.transfer.targetPath', 'Path there'),
  targetPathHelp: message('repositories.transfer.targetPathHelp', 'The whole path, with the name at its end'),
  noTargets: message(
    'repositories.transfer.noTargets',
    'There is no local repository that you may put files into.',
  ),
  targetsFailed: message('repositories.transfer.targetsFailed', 'The repositories could not be fetched'),
  pathNeeded: message('repositories.transfer.pathNeeded', 'A path is needed'),
  samePlace: message('repositories.transfer.samePlace', 'That is where it is'),
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
    '{count, plural, one {# file there has} other {# files there have}} other content and will be replaced.',
  ),
  copyVerb: message('repositories.transfer.copyVerb', 'Copy'),
  moveVerb: message('repositories.transfer.moveVerb', 'Move'),
  backVerb: message('repositories.transfer.back', 'Back'),
  copying: message('repositories.transfer.copying', '{done} of {all} copied'),
  moving: message('repositories.transfer.moving', '{done} of {all} moved'),
  copied: message(
    'repositories.transfer.copied',
    '{count, plural, one {# file was copied} other {# files were copied}}',
  ),
  moved: message(
    'repositories.transfer.moved',
    '{count, plural, one {# file was moved} other {# files were moved}}',
  ),
  transferFailed: message('repositories.transfer.failed', 'It stopped: {cause}'),
} as const;
