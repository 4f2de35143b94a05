import { message } from '@lading/contract';

export const messages = {
  about: message(
    'repositories.trash.about',
    'Deleted packages and files that can be restored, with their dates and properties.',
  ),
  aboutOwn: message(
    'repositories.trash.aboutOwn',
    'Packages and files that you deleted, and those of repositories in which you can delete. You can restore them until they expire; that requires the permission to deploy.',
  ),
  noneOwn: message('repositories.trash.noneOwn', 'What you delete from local repositories appears here.'),
  usage: message(
    'repositories.trash.usage',
    '{count, plural, one {# item} other {# items}} with {size}; emptying the trash frees {stored}.',
  ),
  usageFailed: message('repositories.trash.usageFailed', 'Failed to load the size of the trash: {cause}'),
  what: message('repositories.trash.what', 'items of the trash'),
  counted: message('repositories.trash.counted', '{count, plural, one {# item} other {# items}}'),
  filter: message('repositories.trash.filter', 'Search by name or path'),
  repository: message('repositories.trash.repository', 'Repository'),
  name: message('repositories.trash.name', 'Name'),
  files: message('repositories.trash.files', 'Files'),
  size: message('repositories.trash.size', 'Size'),
  deleted: message('repositories.trash.deleted', 'Deleted'),
  deletedBy: message('repositories.trash.deletedBy', 'Deleted by'),
  expires: message('repositories.trash.expires', 'Kept until'),
  none: message('repositories.trash.none', 'The trash is empty'),
  noneMore: message('repositories.trash.noneMore', 'What users delete from local repositories appears here.'),
  restore: message('repositories.trash.restore', 'Restore'),
  restored: message(
    'repositories.trash.restored',
    '{count, plural, one {# item restored} other {# items restored}}',
  ),
  notRestored: message(
    'repositories.trash.notRestored',
    '{count, plural, one {# item was not restored} other {# items were not restored}}. {name}: {cause}',
  ),
  remove: message('repositories.trash.remove', 'Delete permanently'),
  removeTitle: message(
    'repositories.trash.removeTitle',
    'Delete {count, plural, one {# item} other {# items}} permanently?',
  ),
  removeText: message('repositories.trash.removeText', 'They cannot be restored.'),
  removed: message(
    'repositories.trash.removed',
    '{count, plural, one {# item deleted permanently} other {# items deleted permanently}}',
  ),
  failed: message('repositories.trash.failed', 'Failed: {cause}'),
  empty: message('repositories.trash.empty', 'Empty trash'),
  emptyTitle: message('repositories.trash.emptyTitle', 'Empty the trash?'),
  emptyText: message(
    'repositories.trash.emptyText',
    'All items of all repositories are deleted permanently, including those that the filters hide.',
  ),
  settings: message('repositories.trash.settings', 'Settings'),
  saved: message('repositories.trash.saved', 'Settings of the trash saved'),
  settingsFailed: message('repositories.trash.settingsFailed', 'Failed to load the settings of the trash'),
  days: message('repositories.trash.days', 'Days'),
  daysHelp: message(
    'repositories.trash.daysHelp',
    'Days until items are deleted permanently, up to 365. 0 turns the trash off: everything expires at once.',
  ),
  badDays: message('repositories.trash.badDays', 'Enter a whole number from 0 to 365.'),
  excluded: message('repositories.trash.excluded', 'Excluded repositories'),
  excludedHelp: message('repositories.trash.excludedHelp', 'Their content is deleted permanently.'),
} as const;
