import type { Texts } from '@lading/contract';

/** The texts around the guides in Polish; the guides themselves are in English. */
export const texts: Texts = {
  'help.documentation.title': 'Dokumentacja',
  'help.documentation.heading': 'Dokumentacja',
  'help.documentation.guides': 'Przewodniki',
  'help.documentation.unknown': 'Nie ma przewodnika „{guide}”',
  'help.documentation.unknownMore': 'Wybierz jeden z listy.',
  'help.documentation.failed': 'Nie udało się pokazać przewodnika',
  'help.group.users': 'Dla użytkowników',
  'help.group.operators': 'Dla operatorów',
  'help.group.authors': 'Dla autorów wtyczek',
  'help.guide.firstSteps': 'Pierwsze kroki',
  'help.guide.npm': 'Pakiety npm',
  'help.guide.generic': 'Dowolne pliki',
  'help.guide.clients': 'Wszystkie inne klienty',
  'help.guide.finding': 'Znajdowanie pakietów',
  'help.guide.account': 'Twoje konto',
  'help.guide.keyboard': 'Za pomocą klawiatury',
  'help.guide.operating': 'Prowadzenie Lading',
  'help.guide.writing': 'Pisanie wtyczki',
  'help.guide.architecture': 'Architektura',
  'help.learning.title': 'Centrum nauki',
  'help.learning.heading': 'Centrum nauki',
  'help.learning.about': 'Pierwsze kroki, jeden po drugim. Każdy zajmuje kilka minut.',
  'help.learning.lesson': 'Lekcja {number}: {title}',
};
