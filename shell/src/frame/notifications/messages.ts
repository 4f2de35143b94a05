import { message } from '@lading/contract';

/** Texts of the list of notifications, which is loaded when it is opened. */
export const messages = {
  title: message('shell.notifications.title', 'Notifications'),
  close: message('shell.notifications.close', 'Close notifications'),
  failed: message('shell.notifications.failed', 'Failed to load notifications'),
  notChanged: message('shell.notifications.notChanged', 'Failed to change notifications: {cause}'),
  none: message('shell.notifications.none', 'No notifications'),
  noneMore: message(
    'shell.notifications.noneMore',
    'You are notified of new versions and vulnerabilities of packages that you star, of your promotions and distributions, of decisions about your requests for access, and, as an administrator, of requests for access, paused webhooks, storage quotas, and failing plugins.',
  ),
  newest: message('shell.notifications.newest', 'Only your {count, number} newest notifications are stored.'),
  unread: message('shell.notifications.unread', 'Unread'),
  markRead: message('shell.notifications.markRead', 'Mark {what} as read'),
  markUnread: message('shell.notifications.markUnread', 'Mark {what} as unread'),
  allRead: message('shell.notifications.allRead', 'Mark all as read'),
  remove: message('shell.notifications.remove', 'Delete {what}'),
  version: message('shell.notifications.version', 'New version {version}'),
  versions: message(
    'shell.notifications.versions',
    '{count, plural, one {# new version} other {# new versions}}, such as {version}',
  ),
  vulnerability: message('shell.notifications.vulnerability', 'Vulnerability {advisory} found ({severity})'),
  vulnerabilities: message(
    'shell.notifications.vulnerabilities',
    '{count, plural, one {# vulnerability} other {# vulnerabilities}} found, such as {advisory} ({severity})',
  ),
  promotionCompleted: message('shell.notifications.promotionCompleted', '{version} promoted to {target}'),
  promotionFailed: message(
    'shell.notifications.promotionFailed',
    'Failed to promote {version} to {target}: {why}',
  ),
  distributionCompleted: message(
    'shell.notifications.distributionCompleted',
    '{version} distributed to {target}',
  ),
  distributionFailed: message(
    'shell.notifications.distributionFailed',
    'Failed to distribute {version} to {target}: {why}',
  ),
  distributionAborted: message(
    'shell.notifications.distributionAborted',
    'Distribution of {version} to {target} aborted',
  ),
  webhookPaused: message('shell.notifications.webhookPaused', 'Webhook paused after failures: {why}'),
  quotaOfRepository: message(
    'shell.notifications.quotaOfRepository',
    '{share}% of the storage quota of the repository is used',
  ),
  quotaOfProject: message(
    'shell.notifications.quotaOfProject',
    '{share}% of the storage quota of the project is used',
  ),
  pluginFailing: message(
    'shell.notifications.pluginFailing',
    'Plugin {version}: {share}% of {loads, plural, one {# load} other {# loads}} in browsers failed in 24 hours',
  ),
  pluginCanary: message(
    'shell.notifications.pluginCanary',
    'Plugin {version}: it failed for {share}% of its users, so the canary of release set {release} was stopped',
  ),
  pluginFallback: message(
    'shell.notifications.pluginFallback',
    'Plugin {version} failed to load, and {target} is used instead: {why}',
  ),
  pluginFailed: message(
    'shell.notifications.pluginFailed',
    'Plugin {version} failed to load, and no other version is used: {why}',
  ),
  requested: message(
    'shell.notifications.requested',
    '{count, plural, one {{user} asks for access ({action})} other {# requests for access, the newest by {user} ({action})}}',
  ),
  granted: message('shell.notifications.granted', 'Your request for access was granted ({action})'),
  declined: message('shell.notifications.declined', 'Your request for access was declined ({action})'),
  declinedBecause: message(
    'shell.notifications.declinedBecause',
    'Your request for access was declined ({action}): {why}',
  ),
  read: message('shell.notifications.action.read', 'read'),
  deploy: message('shell.notifications.action.deploy', 'deploy'),
  delete: message('shell.notifications.action.delete', 'delete'),
  annotate: message('shell.notifications.action.annotate', 'annotate'),
  unknown: message('shell.notifications.unknown', 'Reload the page to read this notification'),
  noReason: message('shell.notifications.noReason', 'no reason given'),
  settings: message('shell.notifications.settings', 'Settings'),
  settingsFailed: message('shell.notifications.settingsFailed', 'Failed to load the settings'),
  noEmails: message(
    'shell.notifications.noEmails',
    'Emails require an email address in your profile and an email server that an administrator configures.',
  ),
  kindVersion: message('shell.notifications.kind.version', 'New versions of starred packages'),
  kindVulnerability: message(
    'shell.notifications.kind.vulnerability',
    'New vulnerabilities of starred packages',
  ),
  kindPromotion: message('shell.notifications.kind.promotion', 'Your promotions of release bundles'),
  kindDistribution: message('shell.notifications.kind.distribution', 'Your distributions of release bundles'),
  kindWebhook: message('shell.notifications.kind.webhook', 'Paused webhooks'),
  kindQuota: message('shell.notifications.kind.quota', 'Storage quotas'),
  kindPlugin: message('shell.notifications.kind.plugin', 'Failing plugins'),
  kindRequest: message('shell.notifications.kind.request', 'Requests for access'),
  kindDecision: message('shell.notifications.kind.decision', 'Decisions about your requests for access'),
  console: message('shell.notifications.delivery.console', 'In the console'),
  email: message('shell.notifications.delivery.email', 'In the console and by email'),
  off: message('shell.notifications.delivery.off', 'Off'),
} as const;
