import type { Texts } from '@lading/contract';

export const passwords: Texts = {
  'auth.changePassword.title': 'Zmiana hasła',
  'auth.changePassword.heading': 'Zmiana hasła',
  'auth.changePassword.expired': 'Hasło użytkownika {user} wygasło. Wybierz nowe, aby się zalogować.',
  'auth.changePassword.old': 'Obecne hasło',
  'auth.changePassword.same': 'Nowe hasło musi się różnić od obecnego',
  'auth.changePassword.submit': 'Zmień hasło',
  'auth.changePassword.failed': 'Nie udało się zmienić hasła',
  'auth.changePassword.saved': 'Hasło zostało zmienione. Zaloguj się nowym.',
  'auth.forgot.title': 'Nie pamiętam hasła',
  'auth.forgot.heading': 'Nie pamiętasz hasła?',
  'auth.forgot.about':
    'Wpisz nazwę użytkownika lub adres e-mail. Dostaniesz wiadomość z odnośnikiem do nowego hasła.',
  'auth.forgot.user': 'Nazwa użytkownika lub adres e-mail',
  'auth.forgot.missing': 'Wpisz nazwę użytkownika lub adres e-mail',
  'auth.forgot.submit': 'Wyślij wiadomość',
  'auth.forgot.failed': 'Wiadomość nie została wysłana',
  'auth.forgot.sent':
    'Jeśli jest taki użytkownik z adresem e-mail, wiadomość jest w drodze. Odnośnik działa raz i krótko: zajrzyj do skrzynki, także do spamu.',
  'auth.invitation.title': 'Zaproszenie',
  'auth.invitation.heading': 'Witaj',
  'auth.invitation.about': 'Zaproszono Cię jako {user}. Wybierz hasło, aby wejść.',
  'auth.invitation.submit': 'Zapisz i zaloguj się',
  'auth.invitation.failed': 'Nie udało się zapisać hasła',
  'auth.invitation.bad':
    'To zaproszenie jest nieważne: zostało już użyte, wygasło albo jest niepełne. Poproś o kolejne.',
  'auth.invitation.retry': 'Spróbuj ponownie',
  'auth.invitation.saved': 'Hasło zostało zapisane. Zaloguj się nim.',
  'auth.register.title': 'Rejestracja',
  'auth.register.heading': 'Rejestracja',
  'auth.register.about': 'Dostaniesz wiadomość z odnośnikiem, aby wybrać hasło i wejść.',
  'auth.register.client':
    '{client} czeka w wierszu poleceń: zacznij tam od nowa, gdy będziesz mógł się zalogować.',
  'auth.register.email': 'Adres e-mail',
  'auth.register.missing': 'Wpisz swój adres e-mail, na przykład ada@example.org',
  'auth.register.submit': 'Wyślij wiadomość',
  'auth.register.failed': 'Wiadomość nie została wysłana',
  'auth.register.off': 'Nikt nie rejestruje się tu sam: poproś administratora o zaproszenie.',
  'auth.register.sent':
    'Jeśli ten adres może się zarejestrować, wiadomość jest w drodze. Odnośnik działa raz: zajrzyj do skrzynki, także do spamu.',
  'auth.reset.title': 'Nowe hasło',
  'auth.reset.heading': 'Wybierz nowe hasło',
  'auth.reset.about': 'Dla użytkownika {user}.',
  'auth.reset.submit': 'Zapisz i zaloguj się',
  'auth.reset.failed': 'Nie udało się ustawić nowego hasła',
  'auth.reset.badKey':
    'Ten odnośnik jest nieważny: został już użyty, wygasł albo jest niepełny. Poproś o kolejny.',
  'auth.reset.another': 'Poproś o kolejną wiadomość',
  'auth.reset.retry': 'Spróbuj ponownie',
  'auth.reset.saved': 'Hasło zostało zmienione. Zaloguj się nowym.',
};
