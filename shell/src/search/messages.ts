import { message } from '@lading/contract';

/** Texts of the header's search box. */
export const messages = {
  in: message('shell.search.in', 'Search in'),
  withinProject: message('shell.search.withinProject', '{label} (not within a project)'),
  suggestions: message('shell.search.suggestions', 'Suggestions'),
  recent: message('shell.search.recent', 'Recent searches'),
  packages: message('shell.search.packages', 'Packages'),
  repositories: message('shell.search.repositories', 'Repositories'),
  artifacts: message('shell.search.artifacts', 'Artifacts'),
  search: message('shell.search.search', 'Search'),
  blank: message('shell.search.blank', 'Type a search term.'),
  tooShort: message(
    'shell.search.tooShort',
    'Type at least {count, plural, one {# character} other {# characters}} other than * and ?.',
  ),
  notInProject: message(
    'shell.search.notInProject',
    '{label} cannot be searched within one project. Select all projects in the header.',
  ),
  enter: message('shell.search.enter', 'Press Enter to search {what}.'),
  failed: message('shell.search.failed', 'Failed to load suggestions: {cause}'),
  counted: message(
    'shell.search.counted',
    '{count, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}',
  ),
  forgetRecent: message('shell.search.forgetRecent', 'Clear recent searches'),
} as const;
