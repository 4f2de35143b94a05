import { message } from '@lading/contract';

export const messages = {
  title: message('repositories.favourites.title', 'Favourites'),
  add: message('repositories.favourites.add', 'Add to favourites'),
  remove: message('repositories.favourites.remove', 'Take out of favourites'),
  removeOne: message('repositories.favourites.removeOne', 'Take {name} out of favourites'),
  gone: message('repositories.favourites.gone', 'no longer there'),
  failed: message('repositories.favourites.failed', 'The favourites could not be changed: {cause}'),
} as const;
