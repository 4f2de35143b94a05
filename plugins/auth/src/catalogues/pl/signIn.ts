import type { Texts } from '@lading/contract';

export const signIn: Texts = {
  'auth.form.user': 'Nazwa użytkownika',
  'auth.form.password': 'Hasło',
  'auth.form.newPassword': 'Nowe hasło',
  'auth.form.again': 'Nowe hasło ponownie',
  'auth.form.userMissing': 'Wpisz nazwę użytkownika',
  'auth.form.passwordMissing': 'Wpisz hasło',
  'auth.form.newMissing': 'Wpisz hasło',
  'auth.form.differ': 'Nowe hasła różnią się od siebie',
  'auth.form.noAnswer': 'Platforma nie odpowiada. Spróbuj ponownie za chwilę.',
  'auth.form.toSignIn': 'Powrót do logowania',
  'auth.signIn.title': 'Logowanie',
  'auth.signIn.heading': 'Logowanie',
  'auth.signIn.again': 'Zaloguj się ponownie',
  'auth.signIn.ended': 'Twoja sesja się skończyła. To, co robisz, jest tu nadal.',
  'auth.signIn.remember': 'Nie wylogowuj mnie na tym komputerze',
  'auth.signIn.submit': 'Zaloguj się',
  'auth.signIn.cancel': 'Anuluj',
  'auth.signIn.forgot': 'Nie pamiętasz hasła?',
  'auth.signIn.register': 'Nie masz konta? Zarejestruj się',
  'auth.signIn.external': 'Loguje się tu gdzie indziej: wybierz jedno z poniższych.',
  'auth.signIn.noneExternal':
    'Loguje się tu gdzie indziej, a żaden dostawca nie jest ustawiony. Poproś administratora.',
  'auth.signIn.byPassword': 'Administratorzy: zaloguj się hasłem',
  'auth.signIn.client': 'Aby {client} mógł zalogować się w wierszu poleceń.',
  'auth.signIn.someClient': 'klient',
  'auth.signIn.read': 'Przeczytałem',
  'auth.signIn.codeFormAway': 'Nie udało się wczytać formularza kodu',
  'auth.signIn.inWindow': 'Zaloguj się w oknie, które się otworzyło. Potem ta strona pójdzie dalej.',
  'auth.signIn.noWindow':
    'Przeglądarka nie otworzyła okna. Zezwól na nie dla tej strony albo zaloguj się hasłem.',
  'auth.signIn.enrollFirst':
    'Najpierw trzeba ustawić drugi składnik. Anuluj i zaloguj się na stronie logowania: wrócisz tutaj.',
  'auth.signOut.title': 'Wylogowanie',
  'auth.signOut.failed': 'Nie udało się wylogować',
};
