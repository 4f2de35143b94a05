import type { WebhookChange } from '@lading/contract/rest';
import type { Seal } from '../secrets/Seal.ts';
import { checkTemplates } from './checkTemplates.ts';
import { readWebhook } from './readWebhook.ts';
import type { Secrets, Subscription } from './Subscription.ts';
import { readableSecrets, secretsOf } from './secrets.ts';
import { findSubscription } from './subscriptions.ts';

export interface ReadForm {
  webhook: Subscription;
  secrets: Secrets;
}

/**
 * Validates the webhook that a client sends for a key; omitted secrets keep their stored values.
 * Throws `HttpError` 400.
 */
export async function readForm(
  seal: Seal,
  key: string,
  body: WebhookChange,
  origin: string,
): Promise<ReadForm> {
  const webhook = await readWebhook(key, body, origin);
  const before = await findSubscription(key);
  const former = before && {
    secrets: readableSecrets(seal, key, before.sealed),
    url: before.handler.url,
    proxy: before.handler.proxy,
  };
  const [handler] = body.handlers;
  if (!handler) throw new Error('readWebhook accepted a webhook without a handler');
  const secrets = secretsOf(handler, former);
  checkTemplates(webhook.handler, secrets);
  return { webhook, secrets };
}
