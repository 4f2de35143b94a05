import type { Texts } from '@lading/contract';

export const proxies: Texts = {
  'admin.proxies.title': 'Serwery proxy',
  'admin.proxies.create': 'Nowe proxy',
  'admin.proxies.what': 'serwery proxy',
  'admin.proxies.counted':
    '{count, plural, one {# proxy} few {# serwery proxy} many {# serwerów proxy} other {# serwera proxy}}',
  'admin.proxies.about':
    'Ten serwer wysyła przez nie żądania do innych serwerów. Bez proxy używa HTTPS_PROXY, HTTP_PROXY i NO_PROXY ze swojego środowiska albo łączy się bezpośrednio.',
  'admin.proxies.filter': 'Filtruj serwery proxy',
  'admin.proxies.none': 'Nie ma jeszcze serwerów proxy',
  'admin.proxies.noneMore': 'Utwórz proxy, jeśli ten serwer łączy się z innymi serwerami tylko przez nie.',
  'admin.proxies.failed': 'Nie udało się pobrać proxy',
  'admin.proxies.verb': 'Utwórz proxy',
  'admin.proxies.key': 'Klucz proxy',
  'admin.proxies.keyHelp': 'Nie można go później zmienić.',
  'admin.proxies.badKey': 'Od 2 do 64 liter, cyfr, „_” i „-”, zaczynając od litery',
  'admin.proxies.host': 'Host',
  'admin.proxies.hostHelp':
    'Nazwa hosta albo adres IP serwera proxy HTTP, bez „http://”. Adres może być prywatny.',
  'admin.proxies.badHost': 'Nazwa hosta albo adres IP, na przykład proxy.example.org',
  'admin.proxies.port': 'Port',
  'admin.proxies.badPort': 'Liczba od 1 do 65535',
  'admin.proxies.username': 'Nazwa użytkownika',
  'admin.proxies.usernameHelp': 'Pozostaw puste, jeśli proxy nie wymaga danych logowania.',
  'admin.proxies.badUsername': 'Najwyżej 200 znaków, bez dwukropka',
  'admin.proxies.password': 'Hasło',
  'admin.proxies.passwordKept': 'Pozostaw puste, aby zachować obecne hasło.',
  'admin.proxies.passwordAgain':
    'Wpisz hasło ponownie: obecne jest dla innego hosta, portu lub innej nazwy użytkownika.',
  'admin.proxies.defaults': 'Proxy domyślne',
  'admin.proxies.defaultsAbout':
    'Używane tam, gdzie repozytorium, webhook albo integracja nie wskazuje proxy. Zaznaczenie tutaj odbiera tę rolę proxy, które ją ma.',
  'admin.proxies.platformDefault': 'Wszystkie usługi bez własnego proxy domyślnego',
  'admin.proxies.repositories': 'Repozytoria zdalne',
  'admin.proxies.webhooks': 'Webhooki',
  'admin.proxies.integrations': 'Integracje',
  'admin.proxies.identity': 'Dostawcy tożsamości',
  'admin.proxies.defaultNow': 'Obecnie domyślne: {key}.',
  'admin.proxies.routing': 'Trasowanie',
  'admin.proxies.noProxy': 'Połączenia bezpośrednie',
  'admin.proxies.noProxyHelp':
    'Po jednym w wierszu: domena z poddomenami (example.org), same poddomeny (.example.org), adres IP albo sieć (10.0.0.0/8), każde z opcjonalnym portem.',
  'admin.proxies.badNoProxy': '„{entry}” nie jest domeną, adresem IP ani siecią',
  'admin.proxies.resolvesNames': 'Proxy rozwiązuje nazwy hostów',
  'admin.proxies.resolvesNamesHelp':
    'Zaznacz, jeśli ten serwer nie może rozwiązać nazw serwerów zewnętrznych. Proxy musi wtedy blokować adresy wewnętrzne: ten serwer nie może ich już sprawdzić.',
  'admin.proxies.trial': 'Test',
  'admin.proxies.testUrl': 'Testowy URL',
  'admin.proxies.testUrlHelp':
    'Ten serwer pobiera go przez proxy takie, jakie jest w tym formularzu, także niezapisane.',
  'admin.proxies.test': 'Przetestuj połączenie',
  'admin.proxies.notTested': 'Nie udało się wykonać testu: {cause}',
  'admin.proxies.usedBy': 'Używane przez',
  'admin.proxies.defaultFor': 'Domyślne dla',
  'admin.proxies.allServices': 'Wszystkie usługi',
  'admin.proxies.uses':
    '{count, plural, =0 {} one {# obiekt} few {# obiekty} many {# obiektów} other {# obiektu}}',
  'admin.proxies.deleteText':
    'Usługi, które używają go domyślnie, użyją innego proxy domyślnego albo połączą się bezpośrednio. Tego nie można cofnąć.',
  'admin.proxies.inUse': 'Używane przez {names}. Zanim je usuniesz, wybierz tam inne proxy.',
  'admin.proxies.deleteMany': 'Usuń',
  'admin.proxies.deleteManyTitle':
    'Usunąć {count, plural, one {# proxy} few {# serwery proxy} many {# serwerów proxy} other {# serwera proxy}}?',
  'admin.proxies.deletedMany':
    'Usunięto: {count, plural, one {# proxy} few {# serwery proxy} many {# serwerów proxy} other {# serwera proxy}}',
  'admin.proxies.notDeleted': 'Nie udało się usunąć serwerów proxy: {cause}',
};
