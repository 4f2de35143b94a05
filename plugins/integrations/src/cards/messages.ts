import { message } from '@lading/contract';

/** Uppercase labels and the alert are verbatim from the specification. */
export const messages = {
  title: message('integrations.title', 'Integrations'),
  about: message('integrations.about', 'Connections to Git servers, editors, and CI systems.'),
  git: message('integrations.group.git', 'Git'),
  ide: message('integrations.group.ide', 'IDE'),
  ci: message('integrations.group.ci', 'CI'),
  other: message('integrations.group.other', 'Other'),
  configured: message('integrations.card.configured', 'CONFIGURED'),
  connected: message('integrations.card.connected', 'CONNECTED'),
  disconnected: message('integrations.card.disconnected', 'DISCONNECTED'),
  connectService: message('integrations.card.connectService', 'Connect a service'),
  connect: message('integrations.card.connect', 'Connect'),
  connectNamed: message('integrations.card.connectNamed', 'Connect {vendor}'),
  add: message('integrations.card.add', '+'),
  addNamed: message('integrations.card.addNamed', 'Add a connection to {vendor}'),
  connectServiceNamed: message('integrations.card.connectServiceNamed', 'Connect a service: {vendor}'),
  count: message('integrations.card.count', '{count, plural, one {# connection} other {# connections}}'),
  failed: message('integrations.group.failed', 'Failed to load the integrations of this group'),
  stateFailed: message('integrations.card.stateFailed', 'Failed to load the state: {cause}'),
  gitRole: message(
    'integrations.git.offRole',
    'Only administrators can see and add connections to Git servers.',
  ),
  gitFeature: message(
    'integrations.git.offFeature',
    'Git integrations are turned off. To turn them on, start the server with this setting:',
  ),
  gitService: message(
    'integrations.git.offService',
    'Git integrations require the service “xray”, which is turned off here. To turn it on, start the server with this setting:',
  ),
  setting: message('integrations.git.setting', 'Setting'),
} as const;
