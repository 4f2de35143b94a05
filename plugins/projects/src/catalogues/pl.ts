import type { Texts } from '@lading/contract';

/** The texts of projects in Polish. */
export const texts: Texts = {
  'projects.settings.title': 'Ustawienia projektu',
  'projects.settings.item': 'Ogólne',
  'projects.members.title': 'Członkowie',
  'projects.settings.heading': 'Ustawienia projektu',
  'projects.settings.notFetched': 'Nie udało się pobrać projektu',
  'projects.settings.name': 'Nazwa',
  'projects.settings.nameMissing': 'To pole jest wymagane',
  'projects.settings.description': 'Opis',
  'projects.settings.descriptionHelp': 'Co należy do tego projektu.',
  'projects.settings.save': 'Zapisz',
  'projects.settings.saved': 'Projekt został zapisany',
  'projects.settings.unsaved': 'Zmiany projektu nie są zapisane.',
  'projects.settings.facts': 'Ustalone przez administratorów platformy',
  'projects.settings.key': 'Klucz',
  'projects.settings.quota': 'Miejsce',
  'projects.settings.noLimit': 'Bez ograniczeń',
  'projects.settings.manageMembers': 'Administratorzy projektu zmieniają członków',
  'projects.settings.manageResources': 'Administratorzy projektu zmieniają repozytoria',
  'projects.settings.yes': 'Tak',
  'projects.settings.no': 'Nie',
  'projects.members.heading': 'Członkowie',
  'projects.members.what': 'członkowie',
  'projects.members.counted':
    '{count, plural, one {# członek} few {# członków} many {# członków} other {# członka}}',
  'projects.members.name': 'Nazwa',
  'projects.members.kind': 'Rodzaj',
  'projects.members.user': 'Użytkownik',
  'projects.members.group': 'Grupa',
  'projects.members.roles': 'Role',
  'projects.members.none': 'Ten projekt nie ma jeszcze członków',
  'projects.members.noneMore':
    'Administratorzy platformy widzą go mimo to. To polecenie czyni użytkowniczkę ada jego administratorką:',
  'projects.members.command': 'Polecenie, które dodaje członka',
};
