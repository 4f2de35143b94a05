import type { WebhookCriteria, WebhookHandler } from '@lading/contract/rest';

/** The part of a handler that isn't secret. */
export type Handler = Omit<WebhookHandler, 'secret' | 'custom_http_headers' | 'secrets' | 'http_headers'>;

export interface Header {
  name: string;
  value: string;
}

/** The encrypted part of a handler. */
export interface Secrets {
  /** For signatures, or sent as it is. */
  secret?: string;
  /** The one before, for signatures until the time, in ISO 8601. */
  previous?: { secret: string; until: string };
  /** For templates. */
  named: Record<string, string>;
  /** Their values often contain credentials. */
  headers: Header[];
}

/** A webhook as it is configured. */
export interface Subscription {
  key: string;
  description: string;
  enabled: boolean;
  domain: string;
  eventTypes: string[];
  criteria: WebhookCriteria;
  handler: Handler;
  /** URL of this platform, for receivers. */
  origin: string;
}

/** How the deliveries of a webhook go. */
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
  version: number;
  sealed: Buffer;
}
