import { message } from '@lading/contract';

export const messages = {
  edit: message('admin.pluginPolicy.trusted.edit', 'Edit {name}'),
  remove: message('admin.pluginPolicy.trusted.remove', 'Remove {name}'),
  scope: message('admin.pluginPolicy.trusted.scope', 'Packages or scopes'),
  allPackages: message('admin.pluginPolicy.trusted.allPackages', 'All packages'),
  added: message('admin.pluginPolicy.trusted.added', 'Added'),
  trustedFor: message('admin.pluginPolicy.trusted.trustedFor', 'Trusted packages and scopes'),
  trustedForHelp: message(
    'admin.pluginPolicy.trusted.trustedForHelp',
    'One per line, such as @acme or lading-plugin-tide.',
  ),
  all: message('admin.pluginPolicy.trusted.all', 'Trust for all packages, also those of other authors'),
  noScope: message(
    'admin.pluginPolicy.trusted.noScope',
    'Enter at least one package or scope, or select all packages',
  ),
  apply: message('admin.pluginPolicy.trusted.apply', 'Apply'),
  removeTitle: message('admin.pluginPolicy.trusted.removeTitle', 'Remove {name}?'),
  removeVerb: message('admin.pluginPolicy.trusted.removeVerb', 'Remove'),
  cancel: message('admin.pluginPolicy.trusted.cancel', 'Cancel'),
  whenSaved: message(
    'admin.pluginPolicy.trusted.whenSaved',
    'The change takes effect when you save the page.',
  ),
  noneAffected: message('admin.pluginPolicy.trusted.noneAffected', 'No plugin in use depends on it.'),
  affected: message(
    'admin.pluginPolicy.trusted.affected',
    'These plugins in use are no longer trusted by their signature. They stay on, but a new release set with them is rejected while a signature is required:',
  ),
  affectedFailed: message('admin.pluginPolicy.trusted.affectedFailed', 'Failed to load the plugins in use'),
} as const;
