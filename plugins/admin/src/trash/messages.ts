import { message } from '@lading/contract';

export const messages = {
  about: message(
    'admin.trash.about',
    'Deleted packages and files that can be restored, with their dates and properties.',
  ),
  usage: message(
    'admin.trash.usage',
    '{count, plural, one {# item} other {# items}} with {size}; emptying the trash frees {stored}.',
  ),
  usageFailed: message('admin.trash.usageFailed', 'Failed to load the size of the trash: {cause}'),
  what: message('admin.trash.what', 'items of the trash'),
  counted: message('admin.trash.counted', '{count, plural, one {# item} other {# items}}'),
  filter: message('admin.trash.filter', 'Search by name or path'),
  repository: message('admin.trash.repository', 'Repository'),
  name: message('admin.trash.name', 'Name'),
  files: message('admin.trash.files', 'Files'),
  size: message('admin.trash.size', 'Size'),
  deleted: message('admin.trash.deleted', 'Deleted'),
  deletedBy: message('admin.trash.deletedBy', 'Deleted by'),
  expires: message('admin.trash.expires', 'Kept until'),
  none: message('admin.trash.none', 'The trash is empty'),
  noneMore: message('admin.trash.noneMore', 'What users delete from local repositories appears here.'),
  restore: message('admin.trash.restore', 'Restore'),
  restored: message(
    'admin.trash.restored',
    '{count, plural, one {# item restored} other {# items restored}}',
  ),
  notRestored: message(
    'admin.trash.notRestored',
    '{count, plural, one {# item was not restored} other {# items were not restored}}. {name}: {cause}',
  ),
  remove: message('admin.trash.remove', 'Delete permanently'),
  removeTitle: message(
    'admin.trash.removeTitle',
    'Delete {count, plural, one {# item} other {# items}} permanently?',
  ),
  removeText: message('admin.trash.removeText', 'They cannot be restored.'),
  removed: message(
    'admin.trash.removed',
    '{count, plural, one {# item deleted permanently} other {# items deleted permanently}}',
  ),
  failed: message('admin.trash.failed', 'Failed: {cause}'),
  empty: message('admin.trash.empty', 'Empty trash'),
  emptyTitle: message('admin.trash.emptyTitle', 'Empty the trash?'),
  emptyText: message(
    'admin.trash.emptyText',
    'All items of all repositories are deleted permanently, including those that the filters hide.',
  ),
  settings: message('admin.trash.settings', 'Settings'),
  saved: message('admin.trash.saved', 'Settings of the trash saved'),
  settingsFailed: message('admin.trash.settingsFailed', 'Failed to load the settings of the trash'),
  days: message('admin.trash.days', 'Days'),
  daysHelp: message(
    'admin.trash.daysHelp',
    'Days until items are deleted permanently, up to 365. 0 turns the trash off: everything expires at once.',
  ),
  badDays: message('admin.trash.badDays', 'Enter a whole number from 0 to 365.'),
  excluded: message('admin.trash.excluded', 'Excluded repositories'),
  excludedHelp: message('admin.trash.excludedHelp', 'Their content is deleted permanently.'),
} as const;
