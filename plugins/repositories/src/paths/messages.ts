import { message } from '@lading/contract';

export const messages = {
  title: message('repositories.paths.title', 'Paths'),
  searching: message('repositories.paths.searching', 'Searching paths…'),
  none: message('repositories.paths.none', 'No matching paths'),
  failed: message('repositories.paths.failed', 'Failed to search paths: {cause}'),
  retry: message('repositories.retry', 'Retry'),
  capped: message(
    'repositories.paths.capped',
    'More paths can match. Type more of the path, or start with a repository: generic-local/app.',
  ),
} as const;
