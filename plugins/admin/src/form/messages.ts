import { message } from '@lading/contract';

export const messages = {
  missing: message('admin.form.missing', 'This field is mandatory'),
  save: message('admin.form.save', 'Save'),
  cancel: message('admin.form.cancel', 'Cancel'),
  remove: message('admin.form.delete', 'Delete'),
  unsaved: message('admin.form.unsaved', 'What you have changed here is not saved.'),
  several: message(
    'admin.form.several',
    '{count, plural, one {# field is} other {# fields are}} not right yet:',
  ),
  fault: message('admin.form.fault', '{field}: {fault}'),
  failed: message('admin.form.failed', 'This could not be saved'),
  saved: message('admin.form.saved', '{name} is saved'),
  created: message('admin.form.created', '{name} is created'),
  deleted: message('admin.form.deleted', '{name} is deleted'),
  notDeleted: message('admin.form.notDeleted', '{name} could not be deleted: {cause}'),
  deleteTitle: message('admin.form.deleteTitle', 'Delete {name}?'),
  add: message('admin.form.add', 'Type to add'),
  takeOut: message('admin.form.takeOut', 'Remove {name}'),
  up: message('admin.form.up', 'Move {name} up'),
  down: message('admin.form.down', 'Move {name} down'),
  none: message('admin.form.none', 'None'),
  noMatch: message('admin.form.noMatch', 'Nothing matches “{typed}”'),
  all: message('admin.form.all', 'All are in the list'),
  further: message(
    'admin.form.further',
    '{count, plural, one {# more} other {# more}}: type to narrow them down',
  ),
  showAll: message('admin.form.showAll', 'Show all {count, number}'),
  loading: message('admin.form.loading', 'Loading…'),
  noOptions: message('admin.form.noOptions', 'What can be added could not be fetched: {cause}'),
} as const;
