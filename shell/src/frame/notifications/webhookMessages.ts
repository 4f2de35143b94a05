import { message } from '@lading/contract';

/** Texts of the webhook of the user's notifications, loaded with the list of notifications. */
export const messages = {
  title: message('shell.notifications.webhook.title', 'Webhook'),
  failed: message('shell.notifications.webhook.failed', 'Failed to load the webhook'),
  about: message(
    'shell.notifications.webhook.about',
    'Sends notifications to a URL as signed POST requests with JSON. It is independent of the settings above.',
  ),
  off: message('shell.notifications.webhook.off', 'The operator does not allow webhooks of users.'),
  url: message('shell.notifications.webhook.url', 'URL'),
  kinds: message('shell.notifications.webhook.kinds', 'Sent to the webhook'),
  noKinds: message('shell.notifications.webhook.noKinds', 'Select at least one kind of notifications'),
  save: message('shell.notifications.webhook.save', 'Save webhook'),
  saved: message('shell.notifications.webhook.saved', 'Webhook saved'),
  newSecret: message('shell.notifications.webhook.newSecret', 'Replace secret'),
  secret: message('shell.notifications.webhook.secret', 'Signing secret'),
  secretOnce: message(
    'shell.notifications.webhook.secretOnce',
    "Copy the signing secret now. You won't be able to see it again.",
  ),
  test: message('shell.notifications.webhook.test', 'Send test'),
  remove: message('shell.notifications.webhook.remove', 'Delete webhook'),
  removed: message('shell.notifications.webhook.removed', 'Webhook deleted'),
  deliveries: message('shell.notifications.webhook.deliveries', 'Last deliveries'),
  noDeliveries: message('shell.notifications.webhook.noDeliveries', 'No deliveries'),
  deliveriesFailed: message(
    'shell.notifications.webhook.deliveriesFailed',
    'Failed to load the last deliveries',
  ),
  waiting: message('shell.notifications.webhook.waiting', 'waiting'),
  delivered: message('shell.notifications.webhook.delivered', 'delivered'),
  lost: message('shell.notifications.webhook.lost', 'failed'),
  resend: message('shell.notifications.webhook.resend', 'Send again'),
  testEvent: message('shell.notifications.webhook.testEvent', 'Test'),
  paused: message(
    'shell.notifications.webhook.paused',
    'Paused, because all deliveries failed for 3 days. Send a test to resume. {error}',
  ),
  failing: message(
    'shell.notifications.webhook.failing',
    'The last delivery failed. It is retried with exponential backoff. {error}',
  ),
} as const;
