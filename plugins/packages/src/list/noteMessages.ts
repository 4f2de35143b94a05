import { message } from '@lading/contract';

export const messages = {
  unknownRanges: message(
    'packages.notes.unknownRanges',
    '{count, plural, one {# package that depends on {dependency} is left out, because its range cannot be compared} other {# packages that depend on {dependency} are left out, because their ranges cannot be compared}}: {ranges}',
  ),
  failed: message('packages.notes.failed', 'Failed to check for ranges that cannot be compared: {cause}'),
};
