import type { Texts } from '@lading/contract';

export const sessions: Texts = {
  'profile.sessions.about': 'Gdzie jesteś zalogowany. Zakończ sesję, której nie znasz, i zmień hasło.',
  'profile.sessions.what': 'sesje',
  'profile.sessions.counted': '{count, plural, one {# sesja} few {# sesje} many {# sesji} other {# sesji}}',
  'profile.sessions.none': 'Nie masz sesji: zalogowano tokenem',
  'profile.sessions.browser': 'Przeglądarka',
  'profile.sessions.client': '{browser}, {system}',
  'profile.sessions.unknown': 'Nieznana przeglądarka',
  'profile.sessions.here': 'Ta sesja',
  'profile.sessions.address': 'Adres',
  'profile.sessions.lastSeen': 'Ostatnia aktywność',
  'profile.sessions.begun': 'Zalogowano',
  'profile.sessions.ends': 'Koniec',
  'profile.sessions.actions': 'Działania',
  'profile.sessions.end': 'Zakończ',
  'profile.sessions.signOut': 'Wyloguj',
  'profile.sessions.endNamed': 'Zakończ sesję: {name}',
  'profile.sessions.endAsk': 'Zakończyć sesję: {name}?',
  'profile.sessions.endText':
    'Rozpoczęto ją {begun}, z adresu {address}. Kto jej używa, musi zalogować się ponownie.',
  'profile.sessions.ended': 'Sesja została zakończona',
  'profile.sessions.endFailed': 'Nie udało się zakończyć sesji: {cause}',
  'profile.sessions.endOthers': 'Zakończ wszystkie pozostałe',
  'profile.sessions.endOthersAsk': 'Zakończyć wszystkie pozostałe sesje?',
  'profile.sessions.endOthersText':
    '{count, plural, one {Zakończy się # inna sesja} few {Zakończą się # inne sesje} many {Zakończy się # innych sesji} other {Zakończy się # innej sesji}}. Ta trwa dalej.',
  'profile.sessions.othersEnded': 'Wszystkie pozostałe sesje zostały zakończone',
};
