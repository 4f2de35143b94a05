import { message } from '@lading/contract';

export const messages = {
  about: message(
    'admin.pluginPolicy.about',
    'A release set with a plugin that these lists do not allow is rejected. The active set and plugins that come with the console stay as they are.',
  ),
  publishing: message(
    'admin.pluginPolicy.publishing',
    'To publish, users need a permission with Deploy that names the repository plugins-local, and the repository must accept changes by users other than administrators. Publishers cannot turn plugins on.',
  ),
  packages: message('admin.pluginPolicy.packages', 'Packages and scopes'),
  packagesHelp: message(
    'admin.pluginPolicy.packagesHelp',
    'One per line, such as @acme or lading-plugin-tide. Leave blank to allow all.',
  ),
  badPackage: message(
    'admin.pluginPolicy.badPackage',
    'Invalid package or scope "{entry}". Expected a scope such as @acme, or the name of a package.',
  ),
  publishers: message('admin.pluginPolicy.publishers', 'Publishers'),
  publishersHelp: message(
    'admin.pluginPolicy.publishersHelp',
    'Names of users who published the version, one per line. Leave blank to allow all.',
  ),
  badPublisher: message(
    'admin.pluginPolicy.badPublisher',
    'Invalid user name "{entry}". Expected no spaces.',
  ),
  kinds: message('admin.pluginPolicy.kinds', 'Kinds of contributions'),
  kindsHelp: message(
    'admin.pluginPolicy.kindsHelp',
    'A plugin with another kind is rejected. Select none to allow all.',
  ),
  signed: message('admin.pluginPolicy.signed', 'Require the signature of an author or a trusted build'),
  signedHelp: message(
    'admin.pluginPolicy.signedHelp',
    'A plugin that is neither signed with one of the author keys nor made by one of the trusted builds is rejected.',
  ),
  noKey: message(
    'admin.pluginPolicy.noKey',
    'Enter at least one key or build, or do not require a signature',
  ),
  growth: message('admin.pluginPolicy.growth', 'Accepted growth (%)'),
  growthHelp: message(
    'admin.pluginPolicy.growthHelp',
    'The dry run of an upgrade warns if the size of the plugin grows by more.',
  ),
  badGrowth: message('admin.pluginPolicy.badGrowth', 'Enter a whole number from 1 to 9999'),
  untrusted: message('admin.pluginPolicy.untrusted', 'Untrusted packages and scopes'),
  untrustedHelp: message(
    'admin.pluginPolicy.untrustedHelp',
    'One per line. These plugins run in sandboxed frames. Their code cannot access the console or the session, and can read only the data that it declares and the rows of tables that it adds columns to.',
  ),
  untrustedPublishers: message('admin.pluginPolicy.untrustedPublishers', 'Untrusted publishers'),
  untrustedPublishersHelp: message(
    'admin.pluginPolicy.untrustedPublishersHelp',
    'Names of users, one per line. All versions that they published are untrusted as well.',
  ),
  saved: message('admin.pluginPolicy.saved', 'Allowed plugins saved'),
  failed: message('admin.pluginPolicy.failed', 'Failed to load the allowed plugins'),
} as const;
