import { message } from '@lading/contract';
import { messages as search } from '../search/messages.ts';
import { groups } from './messages.ts';

/** Names of all groups. In a file of its own, which is loaded with the palette. */
export const groupNames = {
  ...groups,
  packages: search.packages,
  repositories: search.repositories,
  artifacts: search.artifacts,
  users: message('shell.palette.users', 'Users'),
} as const;

export const messages = {
  failed: message('shell.palette.groupFailed', '{what}: failed to load. {cause}'),
  retry: message('shell.palette.retry', 'Retry'),
} as const;
