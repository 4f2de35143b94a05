import type { Texts } from '@lading/contract';

const counted = (verb: string, end = '') =>
  `{count, plural, one {${verb} # użytkownika${end}} few {${verb} # użytkowników${end}} many {${verb} # użytkowników${end}} other {${verb} # użytkownika${end}}}`;

export const bulk: Texts = {
  'admin.users.bulk.enable': 'Włącz',
  'admin.users.bulk.disable': 'Wyłącz',
  'admin.users.bulk.delete': 'Usuń',
  'admin.users.bulk.enableTitle': counted('Włączyć', '?'),
  'admin.users.bulk.disableTitle': counted('Wyłączyć', '?'),
  'admin.users.bulk.deleteTitle': counted('Usunąć', '?'),
  'admin.users.bulk.enableText': 'Włączeni użytkownicy mogą się logować, a ich tokeny dostępu znów działają.',
  'admin.users.bulk.disableText':
    'Wyłączeni użytkownicy zostaną wylogowani. Ich hasła i tokeny dostępu są odrzucane do czasu włączenia.',
  'admin.users.bulk.deleteText':
    'Tokeny dostępu, członkostwa i wpisy w uprawnieniach są usuwane razem z użytkownikiem. Tego nie można cofnąć.',
  'admin.users.bulk.changed': counted('Zmieniono'),
  'admin.users.bulk.notChanged': 'Nie udało się zmienić użytkowników: {cause}',
  'admin.users.bulk.cancel': 'Anuluj',
  'admin.users.bulk.owns':
    '{tokens, plural, =0 {brak tokenów dostępu} one {# token dostępu} few {# tokeny dostępu} many {# tokenów dostępu} other {# tokenu dostępu}}; uprawnienia: {permissions}; grupy: {groups}; projekty: {projects}',
  'admin.users.bulk.none': 'brak',
  'admin.users.bulk.unchanged': 'bez zmian',
  'admin.users.bulk.missing': 'już nie istnieje',
  'admin.users.bulk.own': 'własne konto nie jest zmieniane',
  'admin.users.import.title': 'Importuj użytkowników',
  'admin.users.import.about':
    'Tworzy użytkowników z CSV. Istniejący użytkownicy nie są zmieniani. Nieprawidłowe wiersze są pomijane.',
  'admin.users.import.csv': 'CSV',
  'admin.users.import.csvHelp':
    'Pierwszy wiersz zawiera nazwy kolumn: username oraz dowolne z email, groups (rozdzielone średnikami), admin (true lub false) i password. Użytkownicy bez hasła logują się przez dostawcę tożsamości.',
  'admin.users.import.file': 'Plik CSV',
  'admin.users.import.preview': 'Podgląd',
  'admin.users.import.create': counted('Utwórz'),
  'admin.users.import.created': counted('Utworzono'),
  'admin.users.import.notImported': 'Nie udało się zaimportować użytkowników: {cause}',
  'admin.users.import.line': 'Wiersz',
  'admin.users.import.user': 'Użytkownik',
  'admin.users.import.outcome': 'Wynik',
  'admin.users.import.willCreate': 'Zostanie utworzony',
  'admin.users.import.wasCreated': 'Utworzony',
  'admin.users.import.exists': 'Istnieje, bez zmian',
  'admin.users.import.invalid': 'Nieprawidłowy: {reason}',
};
