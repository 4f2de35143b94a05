import { message } from '@lading/contract';

export const messages = {
  star: message('packages.star', 'Star'),
  starNamed: message('packages.star.named', 'Star {name}'),
  unstarNamed: message('packages.star.removeNamed', 'Remove the star of {name}'),
  starred: message('packages.starred', 'Starred'),
  unknown: message('packages.star.unknown', 'Failed to load your star. Retry'),
  failed: message('packages.star.failed', 'Failed to change your star: {cause}'),
};
