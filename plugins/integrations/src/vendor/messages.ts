import { message } from '@lading/contract';

export const messages = {
  what: message('integrations.vendor.what', 'connections'),
  counted: message(
    'integrations.vendor.counted',
    '{count, plural, one {# connection} other {# connections}}',
  ),
  filter: message('integrations.vendor.filter', 'Filter connections'),
  name: message('integrations.vendor.name', 'Name'),
  url: message('integrations.vendor.url', 'URL'),
  products: message('integrations.vendor.products', 'Products'),
  updatedOn: message('integrations.vendor.updatedOn', 'Updated on'),
  connectService: message('integrations.vendor.connectService', 'Connect a service'),
  connectServiceOf: message('integrations.vendor.connectServiceOf', 'Connect a service: {name}'),
  remove: message('integrations.vendor.remove', 'Delete'),
  removeNamed: message('integrations.vendor.removeNamed', 'Delete {name}'),
  editNamed: message('integrations.vendor.editNamed', 'Edit {name}'),
  removeTitle: message('integrations.vendor.removeTitle', 'Delete {name}?'),
  removeText: message(
    'integrations.vendor.removeText',
    'The connection and its stored token are deleted. {used, select, yes {Xray can no longer list its repositories. } other {}}The token stays valid on the Git server until you revoke it there. This cannot be undone.',
  ),
  none: message('integrations.vendor.none', 'No connections to {vendor} yet'),
  noneMore: message(
    'integrations.vendor.noneMore',
    'A connection stores the URL of a server, an account, and a token.',
  ),
  unknown: message('integrations.vendor.unknown', 'Vendor “{name}” not found'),
  all: message('integrations.vendor.all', 'All integrations'),
} as const;
