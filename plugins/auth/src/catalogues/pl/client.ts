import type { Texts } from '@lading/contract';

export const client: Texts = {
  'auth.cli.title': 'Logowanie klienta',
  'auth.cli.heading': 'Pozwolić klientowi zalogować się jako Ty?',
  'auth.cli.asks':
    'Klient wiersza poleceń prosi o token użytkownika {user}. Idź dalej tylko wtedy, gdy to Ty go uruchomiłeś.',
  'auth.cli.someClient': 'Klient',
  'auth.cli.client': 'Klient',
  'auth.cli.callsItself': 'Przedstawia się jako',
  'auth.cli.address': 'Adres',
  'auth.cli.asked': 'Poprosił o',
  'auth.cli.expires': 'Czeka do',
  'auth.cli.goOn': 'Dalej',
  'auth.cli.refuse': 'Nie wpuszczaj go',
  'auth.cli.verifyHeading': 'Wpisz kod, który pokazuje klient',
  'auth.cli.verifyAbout':
    'Widać go tam, gdzie uruchomiono {client}, na Twoim własnym ekranie. Nigdy nie wpisuj kodu, który ktoś Ci przysłał.',
  'auth.cli.code': 'Kod z 4 znaków',
  'auth.cli.codeWrong': 'Wpisz 4 znaki, które pokazuje klient',
  'auth.cli.submit': 'Pozwól mu się zalogować',
  'auth.cli.attempts':
    '{count, plural, one {Została # próba} few {Zostały # próby} many {Zostało # prób} other {Zostało # próby}}',
  'auth.cli.failed': 'Nie udało się wpuścić klienta',
  'auth.cli.gone': 'Klient już nie czeka: zacznij od nowa tam, gdzie chcesz się zalogować.',
  'auth.cli.retry': 'Spróbuj ponownie',
  'auth.cli.done': 'Klient jest zalogowany. Możesz zamknąć tę stronę.',
  'auth.cli.toConsole': 'Do konsoli',
  'auth.npmLogin.title': 'Logowanie npm',
  'auth.npmLogin.heading': 'Pozwolić npm zalogować się jako Ty?',
  'auth.npmLogin.asks':
    'npm na {client} ({address}) poprosił o {time} o token użytkownika {user}. Potwierdź tylko wtedy, gdy to Ty go uruchomiłeś.',
  'auth.npmLogin.gone':
    'Nikt już nie czeka na to logowanie. Uruchom npm login ponownie i otwórz adres, który poda.',
  'auth.npmLogin.confirm': 'Pozwól mu się zalogować',
  'auth.npmLogin.refuse': 'Nie pozwalaj',
  'auth.npmLogin.failed': 'Nie udało się potwierdzić logowania',
  'auth.npmLogin.done': 'npm jest zalogowany. Możesz zamknąć tę stronę.',
};
