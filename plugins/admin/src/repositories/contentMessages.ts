import { message } from '@lading/contract';

export const contentMessages = {
  content: message('admin.repositories.content', 'Content'),
  resolution: message('admin.repositories.resolution', 'Resolution in virtual repositories'),
  notes: message('admin.repositories.notes', 'Notes'),
  notesHelp: message('admin.repositories.notesHelp', 'Only administrators see the notes.'),
  includesPattern: message('admin.repositories.includesPattern', 'Include patterns'),
  includesHelp: message(
    'admin.repositories.includesHelp',
    'One per line, such as org/example/**. Other paths are neither served nor accepted. Leave blank for all paths.',
  ),
  excludesPattern: message('admin.repositories.excludesPattern', 'Exclude patterns'),
  excludesHelp: message('admin.repositories.excludesHelp', 'One per line. They take precedence.'),
  blackedOut: message('admin.repositories.blackedOut', 'Black out'),
  blackedOutHelp: message(
    'admin.repositories.blackedOutHelp',
    'The repository serves and accepts nothing. Names of its packages stay reserved.',
  ),
  readOnly: message('admin.repositories.readOnly', 'Read-only'),
  readOnlyHelp: message(
    'admin.repositories.readOnlyHelp',
    'Content cannot be uploaded, changed, or deleted, not even by cleanup policies.',
  ),
  priority: message('admin.repositories.priority', 'Priority resolution'),
  priorityHelp: message(
    'admin.repositories.priorityHelp',
    'Queried before other members. These are queried only for packages that it does not have.',
  ),
  releases: message('admin.repositories.releases', 'Contains releases'),
  snapshots: message('admin.repositories.snapshots', 'Contains snapshots'),
  certificate: message('admin.repositories.certificate', 'Client certificate'),
  certificateHelp: message(
    'admin.repositories.certificateHelp',
    'PEM. Authenticates this server to the host of the URL. Leave blank for none.',
  ),
  clientKey: message('admin.repositories.clientKey', 'Private key of the client certificate'),
  clientKeyHelp: message(
    'admin.repositories.clientKeyHelp',
    'PEM without a passphrase. Encrypted and never shown.',
  ),
  hardFail: message('admin.repositories.hardFail', 'Fail if the upstream fails'),
  hardFailHelp: message(
    'admin.repositories.hardFailHelp',
    'Otherwise, virtual repositories skip it and query the next member.',
  ),
  assumedOffline: message('admin.repositories.assumedOffline', 'Assumed offline period (seconds)'),
  assumedOfflineHelp: message(
    'admin.repositories.assumedOfflineHelp',
    'Time without requests to the upstream after a failed connection. 0 means none.',
  ),
  stores: message('admin.repositories.stores', 'Store files in the cache'),
  storesHelp: message(
    'admin.repositories.storesHelp',
    'Otherwise, each download is passed through from the upstream.',
  ),
  unused: message('admin.repositories.unused', 'Delete unused cached files after (hours)'),
  unusedHelp: message(
    'admin.repositories.unusedHelp',
    'Files that were not downloaded for this time are deleted once a day. 0 means never.',
  ),
  blocks: message('admin.repositories.blocks', 'Reject HTML pages in place of files'),
  blocksHelp: message(
    'admin.repositories.blocksHelp',
    'Protects the cache from sign-in pages and error pages with status 200.',
  ),
} as const;
