import { message } from '@lading/contract';

export const messages = {
  title: message('repositories.favorites.title', 'Favorites'),
  add: message('repositories.favorites.add', 'Add to favorites'),
  remove: message('repositories.favorites.remove', 'Remove from favorites'),
  removeOne: message('repositories.favorites.removeOne', 'Remove {name} from favorites'),
  gone: message('repositories.favorites.gone', 'no longer exists'),
  failed: message('repositories.favorites.failed', 'Failed to change favorites: {cause}'),
} as const;
