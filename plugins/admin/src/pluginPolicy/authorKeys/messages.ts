import { message } from '@lading/contract';

export const messages = {
  label: message('admin.pluginPolicy.authorKeys', 'Author keys'),
  help: message(
    'admin.pluginPolicy.authorKeysHelp',
    'A plugin is trusted if it is signed with one of these keys, and the key is trusted for its package.',
  ),
  empty: message('admin.pluginPolicy.authorKeys.empty', 'No author keys'),
  add: message('admin.pluginPolicy.authorKeys.add', 'Add author key'),
  edit: message('admin.pluginPolicy.authorKeys.edit', 'Edit author key'),
  author: message('admin.pluginPolicy.authorKeys.author', 'Author'),
  badAuthor: message(
    'admin.pluginPolicy.authorKeys.badAuthor',
    'Invalid name "{entry}". Expected up to 100 characters without a colon.',
  ),
  fingerprint: message('admin.pluginPolicy.authorKeys.fingerprint', 'Key fingerprint'),
  publicKey: message('admin.pluginPolicy.authorKeys.publicKey', 'Public key'),
  publicKeyHelp: message(
    'admin.pluginPolicy.authorKeys.publicKeyHelp',
    'As lading-kit key prints it. Compare it with the author through another channel.',
  ),
  badKey: message(
    'admin.pluginPolicy.badKey',
    'Invalid public key "{entry}". Expected an Ed25519 public key of 60 characters.',
  ),
  listed: message('admin.pluginPolicy.authorKeys.listed', 'This key of {author} is already in the list'),
  keyOf: message('admin.pluginPolicy.authorKeys.keyOf', 'the key of {author}'),
} as const;
