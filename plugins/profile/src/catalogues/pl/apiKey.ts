import type { Texts } from '@lading/contract';

export const apiKey: Texts = {
  'profile.apiKey.about':
    'Klucz API zastępuje Cię wszędzie tam, gdzie potrzebne jest hasło lub token, i nie wygasa.',
  'profile.apiKey.key': 'Klucz API',
  'profile.apiKey.show': 'Pokaż klucz API',
  'profile.apiKey.hide': 'Ukryj klucz API',
  'profile.apiKey.hidden': 'Klucz API jest ustawiony',
  'profile.apiKey.none': 'Nie masz klucza API',
  'profile.apiKey.noneMore': 'Do nowych zastosowań lepszy jest token dostępu, który wygasa.',
  'profile.apiKey.create': 'Utwórz klucz API',
  'profile.apiKey.renew': 'Odnów',
  'profile.apiKey.renewAsk': 'Odnowić klucz API użytkownika {name}?',
  'profile.apiKey.renewText':
    'Wszystko, co używa obecnego klucza, będzie odrzucane, dopóki nie dostanie nowego.',
  'profile.apiKey.revoke': 'Unieważnij',
  'profile.apiKey.revokeAsk': 'Unieważnić klucz API użytkownika {name}?',
  'profile.apiKey.revokeText': 'Wszystko, co go używa, będzie odrzucane. Nie można tego cofnąć.',
  'profile.apiKey.created': 'Klucz API został utworzony',
  'profile.apiKey.renewed': 'Klucz API został odnowiony',
  'profile.apiKey.revoked': 'Klucz API został unieważniony',
  'profile.apiKey.failed': 'Nie udało się pobrać klucza API',
};
