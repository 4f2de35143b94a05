import type { Texts } from '@lading/contract';

export const forms: Texts = {
  'admin.list.yes': 'Tak',
  'admin.list.never': 'Nigdy',
  'admin.menu.people': 'Użytkownicy i uprawnienia',
  'admin.menu.repositories': 'Repozytoria',
  'admin.menu.configuration': 'Konfiguracja',
  'admin.menu.monitoring': 'Monitorowanie',
  'admin.menu.diagnostics': 'Diagnostyka',
  'admin.menu.services': 'Usługi',
  'admin.advanced.title': 'Menu zaawansowane',
  'admin.advanced.search': 'Szukaj w administracji',
  'admin.advanced.nothing': 'Nic w administracji nie pasuje do „{search}”',
  'admin.advanced.clear': 'Wyczyść wyszukiwanie',
  'admin.advanced.empty': 'Nie ma nic, czym możesz administrować',
  'admin.advanced.general': 'Ogólne',
  'admin.advanced.found':
    '{count, plural, =0 {Nic nie znaleziono} one {# odnośnik} few {# odnośniki} many {# odnośników} other {# odnośnika}}',
};
