import type { NotificationEntry, NotificationItem } from '@lading/contract/rest';
import type { Text } from '@lading/ui';
import { messages } from './messages.ts';

/** Whether it is the webhook of a user's notifications: keys of others contain no ":". */
const isOwnWebhook = (subject: string) => subject.startsWith('notifications:');

/** Name of the subject, without the scheme of a package ID. */
export function nameOf({ kind, subject }: NotificationEntry): string {
  if (kind === 'webhook' && isOwnWebhook(subject)) return subject.replace(':', ' · ');
  return subject.replace(/^[a-z0-9_-]+:\/\//, '');
}

/** The page that shows the subject. */
export function addressOf({ kind, subject, changes, items }: NotificationEntry): string {
  const part = encodeURIComponent(subject);
  const version = items[0]?.version;
  if (kind === 'version' && changes === 1 && version)
    return `/packages/${part}/${encodeURIComponent(version)}`;
  if (kind === 'version' || kind === 'vulnerability') return `/packages/${part}`;
  // The settings above the list contain the user's own webhook.
  if (kind === 'webhook' && isOwnWebhook(subject)) return '/';
  if (kind === 'webhook') return `/admin/configuration/webhooks/edit/${part}`;
  if (kind === 'quota') return '/admin/monitoring/storage';
  if (kind === 'plugin') return `/admin/monitoring/plugin-health?filter=${part}`;
  if (kind === 'access_request') return '/access_requests';
  if (kind === 'access_decision') return '/why';
  if (kind !== 'promotion' && kind !== 'distribution') return '/';
  return version ? `/release-bundles/source/${part}/${encodeURIComponent(version)}` : '/release-bundles';
}

/** Describes what happened to the subject. */
export function describe({ kind, subject, changes, items }: NotificationEntry, text: Text): string {
  const [item = {}] = items;
  const { version = '', advisory = '', severity = '', target = '', share = 0, outcome } = item;
  if (kind === 'version')
    return changes === 1
      ? text(messages.version, { version })
      : text(messages.versions, { count: changes, version });
  if (kind === 'vulnerability')
    return changes === 1
      ? text(messages.vulnerability, { advisory, severity })
      : text(messages.vulnerabilities, { count: changes, advisory, severity });
  if (kind === 'quota')
    return text(subject.startsWith('project://') ? messages.quotaOfProject : messages.quotaOfRepository, {
      share,
    });
  if (kind === 'access_request' || kind === 'access_decision')
    return ofAccess({ count: changes, ...item }, text);
  if (kind === 'plugin') return ofPlugin(item, text);
  const values = { version, target, why: item.message ?? text(messages.noReason) };
  if (kind === 'promotion')
    return text(outcome === 'completed' ? messages.promotionCompleted : messages.promotionFailed, values);
  if (kind === 'webhook') return text(messages.webhookPaused, values);
  // The server is newer than this page.
  if (kind !== 'distribution') return text(messages.unknown);
  if (outcome === 'completed') return text(messages.distributionCompleted, values);
  return text(outcome === 'aborted' ? messages.distributionAborted : messages.distributionFailed, values);
}

/** Events of plugin versions. */
function ofPlugin(
  { problem, version = '', target = '', share = 0, loads = 0, release = 0, message }: NotificationItem,
  text: Text,
): string {
  const why = message ?? text(messages.noReason);
  if (problem === 'failing') return text(messages.pluginFailing, { version, share, loads });
  if (problem === 'canary') return text(messages.pluginCanary, { version, share, release });
  if (problem === 'fallback') return text(messages.pluginFallback, { version, target, why });
  return text(problem === 'failed' ? messages.pluginFailed : messages.unknown, { version, why });
}

function ofAccess(
  { count, user, action: asked = 'read', outcome, message: why }: NotificationItem & { count: number },
  text: Text,
): string {
  const action = text(messages[asked]);
  if (user !== undefined) return text(messages.requested, { count, user, action });
  if (outcome === 'granted') return text(messages.granted, { action });
  return why === undefined
    ? text(messages.declined, { action })
    : text(messages.declinedBecause, { action, why });
}
