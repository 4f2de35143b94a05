import { message } from '@lading/contract';

export const messages = {
  show: message('ui.password.show', 'Show password'),
  hide: message('ui.password.hide', 'Hide password'),
  capsLock: message('ui.password.capsLock', 'Caps Lock is on'),
  several: message(
    'ui.form.several',
    '{count, plural, one {# field is invalid:} other {# fields are invalid:}}',
  ),
  fault: message('ui.form.fault', '{label}: {fault}'),
} as const;
