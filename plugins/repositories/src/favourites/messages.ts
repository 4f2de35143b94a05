import { message } from '@lading/contract';

export const messages = {
  title: message('repositories.favourites.title', 'Favorites'),
  add: message('repositories.favourites.add', 'Add to favorites'),
  remove: message('repositories.favourites.remove', 'Remove from favorites'),
  removeOne: message('repositories.favourites.removeOne', 'Remove {name} from favorites'),
  gone: message('repositories.favourites.gone', 'no longer exists'),
  failed: message('repositories.favourites.failed', 'Failed to change favorites: {cause}'),
} as const;
