import { message } from '@lading/contract';

export const messages = {
  star: message('packages.star', 'Star'),
  starred: message('packages.starred', 'Starred'),
  unknown: message('packages.star.unknown', 'Failed to load your star. Retry'),
  failed: message('packages.star.failed', 'Failed to change your star: {cause}'),
};
