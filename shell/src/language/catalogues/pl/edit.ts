import type { Texts } from '@lading/contract';

/** Forms and lists of the shared components. */
export const edit: Texts = {
  'ui.edit.missing': 'To pole jest wymagane',
  'ui.edit.save': 'Zapisz',
  'ui.edit.cancel': 'Anuluj',
  'ui.edit.delete': 'Usuń',
  'ui.edit.unsaved': 'To, co tu zmieniono, nie jest zapisane.',
  'ui.edit.failed': 'Nie udało się tego zapisać',
  'ui.edit.saved': 'Zapisano: {name}',
  'ui.edit.created': 'Utworzono: {name}',
  'ui.edit.deleted': 'Usunięto: {name}',
  'ui.edit.notDeleted': 'Nie udało się usunąć: {name}: {cause}',
  'ui.edit.deleteTitle': 'Usunąć {name}?',
  'ui.edit.add': 'Wpisz, aby dodać',
  'ui.edit.takeOut': 'Usuń {name}',
  'ui.edit.up': 'Przesuń {name} w górę',
  'ui.edit.down': 'Przesuń {name} w dół',
  'ui.edit.none': 'Brak',
  'ui.edit.noMatch': 'Nic nie pasuje do „{typed}”',
  'ui.edit.all': 'Wszystko jest na liście',
  'ui.edit.further':
    '{count, plural, one {jeszcze #} few {jeszcze #} many {jeszcze #} other {jeszcze #}}: wpisz coś, aby zawęzić',
  'ui.edit.find': 'Szukaj: {field}',
  'ui.edit.showMore': 'Pokaż jeszcze {count, number}',
  'ui.edit.loading': 'Wczytywanie…',
  'ui.edit.noOptions': 'Nie udało się pobrać tego, co można dodać: {cause}',
  'ui.edit.close': 'Zamknij',
  'ui.edit.readOnly': 'Tylko do odczytu. Nie masz uprawnień do zmiany tych wartości.',
  'ui.edit.notFound': 'Nie znaleziono',
};
