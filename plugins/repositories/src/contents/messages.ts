import { message } from '@lading/contract';

export const messages = {
  contentsOf: message('repositories.contents.of', 'Contents of {name}'),
  items: message('repositories.contents.items', 'items'),
  counted: message('repositories.contents.counted', '{count, plural, one {# item} other {# items}}'),
  filter: message('repositories.contents.filter', 'Filter by name'),
  name: message('repositories.contents.name', 'Name'),
  kind: message('repositories.contents.kind', 'Type'),
  folder: message('repositories.contents.folder', 'Folder'),
  empty: message('repositories.contents.empty', 'This folder is empty'),
  unknown: message(
    'repositories.contents.unknown',
    'Not calculated: the folder contains more than 1,000 files, or you can read only some of them',
  ),
  tooMany: message(
    'repositories.contents.tooMany',
    'This folder contains more than 200,000 files, so it is sorted by name.',
  ),
  notLoaded: message('repositories.contents.notLoaded', 'Failed to load the list of contents'),
} as const;
