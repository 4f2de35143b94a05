import { message } from '@lading/contract';

export const messages = {
  title: message('integrations.scanning.title', 'Git repositories'),
  heading: message('integrations.scanning.heading', 'Repositories of {name}'),
  about: message(
    'integrations.scanning.about',
    'Repositories that the token of the connection can read. Scanning of their lock files is not available yet: no files of these repositories are read.',
  ),
  what: message('integrations.scanning.what', 'repositories'),
  counted: message(
    'integrations.scanning.counted',
    '{count, plural, one {# repository} other {# repositories}}',
  ),
  search: message('integrations.scanning.search', 'Search by name'),
  name: message('integrations.scanning.name', 'Name'),
  branch: message('integrations.scanning.branch', 'Default branch'),
  visibility: message('integrations.scanning.visibility', 'Visibility'),
  private: message('integrations.scanning.private', 'Private'),
  public: message('integrations.scanning.public', 'Public'),
  updated: message('integrations.scanning.updated', 'Updated'),
  none: message('integrations.scanning.none', 'The token can read no repositories'),
  noneMore: message(
    'integrations.scanning.noneMore',
    'On the Git server, add the account to a repository, or give the token the scope to read repositories.',
  ),
  wrong: message('integrations.scanning.wrong', 'Connection not found'),
  wrongMore: message(
    'integrations.scanning.wrongMore',
    'The URL needs vcsType, such as github, and integrationId, the key of a connection of this vendor.',
  ),
  failed: message('integrations.scanning.failed', 'Failed to load the connection'),
} as const;
