import type { Texts } from '@lading/contract';

/** The texts of images in Polish. */
export const images: Texts = {
  'packages.image.referrersFailed': 'Nie udało się pobrać podpisów i SBOM',
  'packages.image.noReferrers': 'Brak podpisów, SBOM i poświadczeń',
  'packages.image.noReferrersMore':
    'Pojawią się tutaj, gdy zostaną wysłane do tego repozytorium, na przykład przez cosign, oras lub docker buildx. Repozytoria źródłowe nie są odpytywane.',
  'packages.image.notVerified':
    'Zgodnie z danymi autorów. Podpisy są tu tylko wymienione, a nie sprawdzone: sprawdź je klientem, którym podpisano obraz, np. cosign verify.',
  'packages.image.moreReferrers': 'Widocznych jest tylko pierwszych {count}.',
  'packages.image.signature': 'Podpis',
  'packages.image.sbom': 'SBOM',
  'packages.image.attestation': 'Poświadczenie',
  'packages.image.other': 'Inne',
  'packages.image.platform': 'Platforma',
  'packages.image.created': 'Utworzono',
  'packages.image.size': 'Rozmiar',
  'packages.image.digest': 'Skrót',
  'packages.image.annotations':
    '{count, plural, one {# adnotacja} few {# adnotacje} many {# adnotacji} other {# adnotacji}}',
  'packages.image.format': 'Format',
  'packages.image.tool': 'Narzędzie',
  'packages.image.packages': 'Pakiety',
  'packages.image.predicate': 'Predykat',
  'packages.image.builder': 'System budowania',
  'packages.image.source': 'Źródło',
  'packages.image.identity': 'Tożsamość',
  'packages.image.tagsFailed': 'Nie udało się pobrać tagów',
  'packages.image.noTags': 'Brak tagów',
  'packages.image.noTagsMore':
    'Obrazy znane tylko ze skrótu nie mają tagów. Wyślij obraz z tagiem, aby pojawił się na liście.',
  'packages.image.platforms':
    '{count, plural, one {# platforma} few {# platformy} many {# platform} other {# platformy}}',
  'packages.image.referrers':
    '{count, plural, one {# podpis lub SBOM} few {# podpisy i SBOM} many {# podpisów i SBOM} other {# podpisu i SBOM}}',
  'packages.image.moreDigests':
    'Widocznych jest tylko {count} skrótów z najnowszymi tagami. Karta Wersje zawiera wszystkie tagi.',
  'packages.image.moreTags': 'Jeszcze {count} tagów',
  'packages.package.imageTags': 'Tagi według skrótu',
  'packages.version.configuration': 'Konfiguracja',
  'packages.version.referrers': 'Podpisy i SBOM',
  'packages.version.user': 'Użytkownik',
  'packages.version.root': 'root (nie podano)',
  'packages.version.workingDir': 'Katalog roboczy',
  'packages.version.entrypoint': 'Punkt wejścia',
  'packages.version.command': 'Polecenie',
  'packages.version.notSet': 'Nie podano',
  'packages.version.stopSignal': 'Sygnał zatrzymania',
  'packages.version.environment': 'Środowisko',
  'packages.version.noEnvironment': 'Obraz nie ustawia zmiennych.',
  'packages.version.noLabels': 'Obraz nie ma etykiet.',
};
