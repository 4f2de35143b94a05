import type { Texts } from '@lading/contract';

export const tokens: Texts = {
  'admin.tokens.title': 'Tokeny dostępu',
  'admin.tokens.about':
    'Tokeny dostępu wszystkich użytkowników. Unieważnionego tokenu nie można użyć ani odnowić; programy, które go używają, potrzebują innego.',
  'admin.tokens.what': 'tokeny dostępu',
  'admin.tokens.counted':
    '{count, plural, one {# token dostępu} few {# tokeny dostępu} many {# tokenów dostępu} other {# tokenu dostępu}}',
  'admin.tokens.filter': 'Filtruj według użytkownika lub opisu',
  'admin.tokens.none': 'Brak tokenów dostępu',
  'admin.tokens.noneMore': 'Użytkownicy tworzą tokeny dostępu w swoich profilach.',
  'admin.tokens.user': 'Użytkownik',
  'admin.tokens.description': 'Opis',
  'admin.tokens.noDescription': 'Brak opisu',
  'admin.tokens.scope': 'Zakres',
  'admin.tokens.allScopes': 'Wszystkie zakresy',
  'admin.tokens.scopeUser': 'Uprawnienia użytkownika',
  'admin.tokens.scopeAdmin': 'Administrator',
  'admin.tokens.scopeLimited': 'Ograniczony do repozytoriów',
  'admin.tokens.state': 'Stan',
  'admin.tokens.allStates': 'Wszystkie stany',
  'admin.tokens.active': 'Aktywny',
  'admin.tokens.soon': 'Wygasa w ciągu 7 dni',
  'admin.tokens.expired': 'Wygasły, odnawialny',
  'admin.tokens.use': 'Użycie',
  'admin.tokens.allUses': 'Używane i nieużywane',
  'admin.tokens.unused': 'Nigdy nieużyty',
  'admin.tokens.idle': 'Nieużywany od 90 dni',
  'admin.tokens.forever': 'Nie wygasa',
  'admin.tokens.created': 'Utworzony',
  'admin.tokens.expires': 'Wygasa',
  'admin.tokens.never': 'Nigdy',
  'admin.tokens.lastUsed': 'Ostatnie użycie',
  'admin.tokens.revoke': 'Unieważnij',
  'admin.tokens.revokeTitle':
    '{count, plural, one {Unieważnić # token dostępu?} few {Unieważnić # tokeny dostępu?} many {Unieważnić # tokenów dostępu?} other {Unieważnić # tokenu dostępu?}}',
  'admin.tokens.revokeText':
    'Tokeny użytkowników: {users}. Programy, które ich używają, natychmiast tracą dostęp. Tego nie można cofnąć.',
  'admin.tokens.revoked':
    '{count, plural, one {Unieważniono # token dostępu} few {Unieważniono # tokeny dostępu} many {Unieważniono # tokenów dostępu} other {Unieważniono # tokenu dostępu}}',
  'admin.tokens.notRevoked': 'Nie udało się unieważnić tokenów dostępu: {cause}',
};
