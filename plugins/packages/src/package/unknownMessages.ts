import { message } from '@lading/contract';

export const unknownMessages = {
  unknown: message(
    'packages.package.unknown',
    'Package “{name}” not found, or you have no permission to view it',
  ),
  ask: message('packages.package.ask', 'Ask for access'),
  search: message('packages.package.search', 'Search for “{name}”'),
} as const;
