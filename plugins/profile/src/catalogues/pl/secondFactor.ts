import type { Texts } from '@lading/contract';

export const secondFactor: Texts = {
  'profile.tab.secondFactor': 'Drugi składnik',
  'profile.command.secondFactor': 'Drugi składnik',
  'profile.unsaved.codes': 'Kody odzyskiwania są pokazywane tylko raz: przepadną, jeśli wyjdziesz.',
  'profile.unsaved.enrolment': 'Drugi składnik nie jest jeszcze skonfigurowany.',
  'profile.secondFactor.about':
    'Z drugim składnikiem samo hasło nikogo nie wpuści: konsola zapyta też o kod, który pokazuje Twoje urządzenie.',
  'profile.secondFactor.failed': 'Nie udało się pobrać drugiego składnika',
  'profile.secondFactor.off': 'Ta platforma nikogo nie pyta o drugi składnik',
  'profile.secondFactor.none': 'Nie masz drugiego składnika',
  'profile.secondFactor.setUp': 'Skonfiguruj drugi składnik',
  'profile.secondFactor.on': 'Drugi składnik jest włączony',
  'profile.secondFactor.since': 'Skonfigurowano',
  'profile.secondFactor.codesLeft': 'Pozostałe kody odzyskiwania',
  'profile.secondFactor.required': 'Ta platforma pyta każdego o drugi składnik.',
  'profile.secondFactor.scan':
    'Zeskanuj obraz w Google Authenticator lub innej aplikacji do kodów jednorazowych i wpisz kod, który pokaże.',
  'profile.secondFactor.code': 'Kod z 6 cyfr',
  'profile.secondFactor.codeWrong': 'Wpisz 6 cyfr, które pokazuje aplikacja',
  'profile.secondFactor.confirm': 'Potwierdź',
  'profile.secondFactor.cancel': 'Anuluj',
  'profile.secondFactor.codesHeading': 'Zachowaj kody odzyskiwania',
  'profile.secondFactor.renew': 'Nowe kody odzyskiwania',
  'profile.secondFactor.renewAsk': 'Utworzyć nowe kody odzyskiwania?',
  'profile.secondFactor.renewText': 'Te, które masz, nikogo już nie wpuszczą.',
  'profile.secondFactor.remove': 'Wyłącz',
  'profile.secondFactor.removeAsk': 'Wyłączyć drugi składnik użytkownika {name}?',
  'profile.secondFactor.removeText':
    'Odtąd wpuści Cię samo hasło. Kody odzyskiwania przestaną działać razem z nim.',
  'profile.secondFactor.removed': 'Drugi składnik jest wyłączony',
};
