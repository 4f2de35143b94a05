import type { Texts } from '@lading/contract';

export const jobs: Texts = {
  'admin.jobs.title': 'Zadania w tle',
  'admin.jobs.about':
    'Praca, którą serwer wykonuje sam. Nieudane zadanie jest powtarzane po 1 sekundzie, potem coraz rzadziej, najrzadziej co 5 minut.',
  'admin.jobs.what': 'zadania w tle',
  'admin.jobs.counted':
    '{count, plural, one {# zadanie w tle} few {# zadania w tle} many {# zadań w tle} other {# zadania w tle}}',
  'admin.jobs.filter': 'Filtruj zadania w tle',
  'admin.jobs.none': 'Brak zadań w tle',
  'admin.jobs.noneMore': 'Serwer pokazuje tu swoje zadania po uruchomieniu.',
  'admin.jobs.job': 'Zadanie',
  'admin.jobs.node': 'Węzeł',
  'admin.jobs.anyNode': 'Dowolny',
  'admin.jobs.state': 'Stan',
  'admin.jobs.all': 'Wszystkie stany',
  'admin.jobs.idle': 'Bezczynne',
  'admin.jobs.running': 'W toku',
  'admin.jobs.failed': 'Niepowodzenie',
  'admin.jobs.failedTimes':
    '{count, plural, one {# niepowodzenie} few {# niepowodzenia} many {# niepowodzeń} other {# niepowodzenia}}: {error}',
  'admin.jobs.lastRun': 'Ostatnie uruchomienie',
  'admin.jobs.never': 'Nigdy',
  'admin.jobs.duration': 'Czas trwania',
  'admin.jobs.milliseconds': '{count, number} ms',
  'admin.jobs.nextRun': 'Następne uruchomienie',
  'admin.jobs.now': 'Teraz',
  'admin.jobs.onDemand': 'Gdy jest praca',
  'admin.jobs.actions': 'Działania',
  'admin.jobs.run': 'Uruchom teraz',
  'admin.jobs.runNamed': 'Uruchom teraz {name}',
  'admin.jobs.started': 'Uruchomiono zadanie {name}',
  'admin.jobs.notStarted': 'Nie udało się uruchomić zadania {name}: {cause}',
};
