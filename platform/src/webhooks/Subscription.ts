import type { WebhookCriteria, WebhookHandler } from '@lading/contract/rest';

/** The non-secret part of a handler. */
export type Handler = Omit<WebhookHandler, 'secret' | 'custom_http_headers' | 'secrets' | 'http_headers'>;

export interface Header {
  name: string;
  value: string;
}

/** The encrypted part of a handler. */
export interface Secrets {
  /** For signatures, or sent as is. */
  secret?: string;
  /** The previous secret, used for signatures until the given time, in ISO 8601. */
  previous?: { secret: string; until: string };
  /** For templates. */
  named: Record<string, string>;
  /** Encrypted because header values often contain credentials. */
  headers: Header[];
}

/** Configuration of a webhook. */
export interface Subscription {
  key: string;
  description: string;
  enabled: boolean;
  domain: string;
  eventTypes: string[];
  criteria: WebhookCriteria;
  handler: Handler;
  /** URL of this platform, sent to receivers. */
  origin: string;
}

/** Delivery status of a webhook. */
export interface Health {
  waiting: number;
  lastDelivered: Date | null;
  failingSince: Date | null;
  retryAt: Date | null;
  lastError: string | null;
  paused: Date | null;
}

export interface StoredSubscription extends Subscription {
  id: string;
  /** The user whose notifications the webhook sends. `null`: a webhook of administrators. */
  owner: string | null;
  version: number;
  sealed: Buffer;
}
