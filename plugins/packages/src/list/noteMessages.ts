import { message } from '@lading/contract';

export const messages = {
  unknownRanges: message(
    'packages.notes.unknownRanges',
    '{count, plural, one {# package that depends on {dependency} is left out, because its range cannot be compared} other {# packages that depend on {dependency} are left out, because their ranges cannot be compared}}: {ranges}',
  ),
  similar: message('packages.list.similar', 'No results for “{search}”. Up to 20 similar packages:'),
  corrected: message(
    'packages.list.corrected',
    'No results for “{search}”. Showing results for “{corrected}”.',
  ),
  allCorrected: message('packages.list.allCorrected', 'Show all results for “{corrected}”'),
  unknownRepository: message('packages.notes.unknownRepository', 'Repository “{given}” not found.'),
  meantRepository: message('packages.notes.meantRepository', 'Search in {meant}'),
  failed: message('packages.notes.failed', 'Failed to check the conditions of the search: {cause}'),
};
