import type { Texts } from '@lading/contract';

export const clients: Texts = {
  'integrations.clients.title': 'Połącz {vendor}',
  'integrations.clients.repository': 'Repozytorium',
  'integrations.clients.named': '{key} ({type})',
  'integrations.clients.failed': 'Nie udało się wczytać repozytoriów',
  'integrations.clients.none': 'Brak repozytoriów, które możesz czytać',
  'integrations.clients.noneMore': 'Poproś administratora o dostęp do repozytorium.',
  'integrations.clients.settings': 'Ustawienia: {vendor}',
  'integrations.clients.inTerminal':
    'Uruchom te polecenia w terminalu {vendor}. Używa tych samych plików konfiguracyjnych co wiersz poleceń.',
  'integrations.clients.done': 'Zamknij',
  'integrations.clients.profile': 'Profil, tokeny dostępu',
  'integrations.clients.check': 'Aby sprawdzić, czy klient się połączył, zobacz ostatnie użycie jego tokenu:',
  'integrations.clients.setting': 'Ustawienie',
  'integrations.clients.vscodeMaven':
    'Dodaj do settings.json (polecenie „Preferences: Open User Settings (JSON)”), aby rozszerzenie Java używało pliku poniżej:',
  'integrations.clients.jetbrainsMaven':
    'Settings, Build, Execution, Deployment, Build Tools, Maven: User settings file.',
  'integrations.clients.jetbrainsPython':
    'View, Tool Windows, Python Packages, Manage Repositories, Add repository: ten URL, twoja nazwa użytkownika i token.',
  'integrations.clients.jetbrainsDocker':
    'Settings, Build, Execution, Deployment, Docker, Docker Registry, Add: ten adres, twoja nazwa użytkownika i token.',
  'integrations.clients.jetbrainsNuget':
    'Rider: View, Tool Windows, NuGet, Sources, New feed: ten URL, twoja nazwa użytkownika i token.',
  'integrations.clients.studioNuget':
    'Tools, Options, NuGet Package Manager, Package Sources, Add: ten URL jako źródło.',
  'integrations.clients.eclipseMaven': 'Window, Preferences, Maven, User Settings: ten plik.',
  'integrations.clients.ciSecret': 'Zapisz token jako sekret',
  'integrations.clients.githubSecret':
    'Repository, Settings, Secrets and variables, Actions, New repository secret: nazwa LADING_TOKEN, wartość to token.',
  'integrations.clients.gitlabSecret':
    'Project, Settings, CI/CD, Variables, Add variable: klucz LADING_TOKEN, wartość to token, Masked i Protected.',
  'integrations.clients.jenkinsSecret':
    'Manage Jenkins, Credentials, Add Credentials: rodzaj Secret text, ID lading-token, sekret to token.',
  'integrations.clients.ciSnippet': 'Dodaj do {file}',
  'integrations.clients.snippet': 'Potok',
  'integrations.clients.client': 'Klient',
  'integrations.clients.noGuide': 'Brak instrukcji dla klientów typu {type}. URL repozytorium:',
  'integrations.clients.address': 'URL',
};
