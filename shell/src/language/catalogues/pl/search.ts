import type { Texts } from '@lading/contract';

export const search: Texts = {
  'shell.search.in': 'Szukaj w',
  'shell.search.withinProject': '{label} (nie w obrębie projektu)',
  'shell.search.suggestions': 'Podpowiedzi',
  'shell.search.recent': 'Ostatnie wyszukiwania',
  'shell.search.packages': 'Pakiety',
  'shell.search.repositories': 'Repozytoria',
  'shell.search.artifacts': 'Artefakty',
  'shell.search.search': 'Szukaj',
  'shell.search.blank': 'Wpisz, czego szukasz.',
  'shell.search.tooShort':
    'Aby tu szukać, wpisz co najmniej {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}} poza * i ?.',
  'shell.search.notInProject':
    '{label}: w obrębie jednego projektu nie da się tu szukać. Wybierz w nagłówku wszystkie projekty.',
  'shell.search.enter': 'Enter szuka: {what}.',
  'shell.search.failed': 'Nie udało się pobrać podpowiedzi: {cause}',
  'shell.search.counted':
    '{count, plural, =0 {Brak podpowiedzi} one {# podpowiedź} few {# podpowiedzi} many {# podpowiedzi} other {# podpowiedzi}}',
  'shell.search.forgetRecent': 'Zapomnij ostatnie wyszukiwania',
};
