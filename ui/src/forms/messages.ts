import { message } from '@lading/contract';

export const messages = {
  show: message('ui.password.show', 'Show password'),
  hide: message('ui.password.hide', 'Hide password'),
  capsLock: message('ui.password.capsLock', 'Caps Lock is on'),
  several: message(
    'ui.form.several',
    '{count, plural, one {# field is not right yet:} other {# fields are not right yet:}}',
  ),
  fault: message('ui.form.fault', '{label}: {fault}'),
} as const;
