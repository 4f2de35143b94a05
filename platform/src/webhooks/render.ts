import type { Webhook, WebhookHandler, WebhookHealth } from '@lading/contract/rest';
import type { Handler, Header, Health, Secrets } from './Subscription.ts';
import { isSensitive } from './secrets.ts';
import type { SubscriptionWithHealth } from './subscriptions.ts';

/** Returns a webhook without secrets, for API responses. */
export function renderWebhook(found: SubscriptionWithHealth, secrets: Secrets): Webhook {
  const { key, description, enabled, domain, eventTypes, criteria } = found;
  const until = secrets.previous?.until;
  return {
    key,
    description,
    enabled,
    event_filter: { domain, event_types: eventTypes, criteria },
    handlers: [renderHandler(found.handler, secrets)],
    has_secret: secrets.secret !== undefined,
    ...(until !== undefined && Date.parse(until) > Date.now() ? { previous_secret_until: until } : {}),
    health: renderHealth(found),
  };
}

function renderHandler(handler: Handler, secrets: Secrets): WebhookHandler {
  const { handler_type, url, use_secret_for_signing, proxy, method, payload } = handler;
  const headers = secrets.headers.map(renderHeader);
  const start = { handler_type, url };
  const via = proxy === undefined ? {} : { proxy };
  if (handler_type === 'webhook')
    return {
      ...start,
      use_secret_for_signing: use_secret_for_signing ?? false,
      ...via,
      custom_http_headers: headers,
    };
  return {
    ...start,
    ...via,
    method: method ?? 'POST',
    secrets: Object.keys(secrets.named).map((name) => ({ name })),
    http_headers: headers,
    payload: payload ?? '',
  };
}

function renderHeader(header: Header): { name: string; value?: string } {
  return isSensitive(header) ? { name: header.name } : header;
}

export function renderHealth(health: Health): WebhookHealth {
  const { waiting, lastDelivered, failingSince, retryAt, lastError, paused } = health;
  const state = paused
    ? 'paused'
    : failingSince
      ? 'failing'
      : lastDelivered
        ? 'healthy'
        : ('unused' as const);
  return {
    state,
    waiting,
    ...(lastDelivered ? { last_delivered: lastDelivered.toISOString() } : {}),
    ...(failingSince ? { failing_since: failingSince.toISOString() } : {}),
    ...(retryAt && !paused ? { next_attempt: retryAt.toISOString() } : {}),
    ...(lastError === null ? {} : { last_error: lastError }),
  };
}
