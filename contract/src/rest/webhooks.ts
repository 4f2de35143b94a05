import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** Webhooks, under `/event/api/v1`, for administrators. Field names match existing scripts. */

/** GET `/domains`. */
export type WebhookDomain = Static<typeof WebhookDomain>;
export const WebhookDomain = Type.Object(
  {
    domain: Type.String(),
    criteria: oneOf(['repositories', 'builds', 'bundles', 'environments', 'none'], {
      description: 'The criteria that events of the domain are filtered by.',
    }),
    event_types: Type.Array(
      Type.Object({
        name: Type.String(),
        produced: Type.Boolean({ description: 'Whether this version of the platform sends such events.' }),
      }),
    ),
  },
  { title: 'WebhookDomain' },
);

const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 10_000, description }),
  );
const any = (description: string) => Type.Optional(Type.Boolean({ description }));

export type WebhookCriteria = Static<typeof WebhookCriteria>;
export const WebhookCriteria = Type.Object(
  {
    anyLocal: any('All local repositories.'),
    anyRemote: any('All remote repositories.'),
    anyFederated: any('All federated repositories.'),
    repoKeys: names('Keys of repositories.'),
    anyBuild: any('All builds.'),
    selectedBuilds: names('Names of builds.'),
    anyReleaseBundle: any('All release bundles.'),
    registeredReleaseBundlesNames: names('Names of release bundles.'),
    selectedReleaseBundles: names('Names of release bundles.'),
    selectedEnvironments: names('Names of environments; all of them if empty.'),
    includePatterns: names('Patterns of paths or names. If empty, everything matches.'),
    excludePatterns: names('Patterns of paths or names that take precedence over includePatterns.'),
  },
  // A misspelled criterion would select everything.
  { title: 'WebhookCriteria', additionalProperties: false },
);

export type WebhookFilter = Static<typeof WebhookFilter>;
export const WebhookFilter = Type.Object(
  {
    domain: Type.String({ maxLength: 64 }),
    event_types: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
    criteria: Type.Optional(WebhookCriteria),
  },
  { title: 'WebhookFilter' },
);

const pair = (description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 256 }),
        value: Type.Optional(Type.String({ maxLength: 8192 })),
      }),
      { maxItems: 50, description },
    ),
  );
const headers =
  'Headers of the request. Values are never returned, except those of standard headers such as Content-Type and those that consist of templates; an omitted value does not change.';

export type WebhookHandler = Static<typeof WebhookHandler>;
export const WebhookHandler = Type.Object(
  {
    handler_type: oneOf(['webhook', 'custom-webhook']),
    url: Type.String({ maxLength: 2048 }),
    secret: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'Never returned. Omitted: the secret does not change. Empty: the secret is deleted.',
      }),
    ),
    use_secret_for_signing: Type.Optional(Type.Boolean()),
    proxy: Type.Optional(Type.String({ maxLength: 256, description: 'Key of a proxy.' })),
    custom_http_headers: pair(headers),
    method: Type.Optional(oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    secrets: pair('Values are never returned; an omitted value does not change.'),
    http_headers: pair(headers),
    payload: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'Template of the body; `{{ .data.name }}` is a field.' }),
    ),
  },
  { title: 'WebhookHandler' },
);

const changes = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  event_filter: WebhookFilter,
  handlers: Type.Array(WebhookHandler, { minItems: 1, maxItems: 1 }),
};

/** PUT `/subscriptions/{key}`. */
export type WebhookChange = Static<typeof WebhookChange>;
export const WebhookChange = Type.Object(changes, { title: 'WebhookChange' });

/** POST `/subscriptions`. */
export type NewWebhook = Static<typeof NewWebhook>;
export const NewWebhook = Type.Object(
  { key: Type.String({ maxLength: 128 }), ...changes },
  { title: 'NewWebhook' },
);

export type WebhookHealth = Static<typeof WebhookHealth>;
export const WebhookHealth = Type.Object(
  {
    state: oneOf(['unused', 'healthy', 'failing', 'paused'], {
      description:
        '`failing`: deliveries are retried with exponential backoff. `paused`: they failed for three days, and an administrator must resume them.',
    }),
    waiting: Type.Integer({ description: 'Events that are not delivered yet.' }),
    last_delivered: Type.Optional(time('Of the last successful delivery.')),
    failing_since: Type.Optional(time('Of the first failure in a row.')),
    next_attempt: Type.Optional(time('Of the next attempt, while failing.')),
    last_error: Type.Optional(Type.String({ description: 'Of the last attempt, if it failed.' })),
  },
  { title: 'WebhookHealth' },
);

/** GET `/subscriptions[/{key}]`, and the response to POST and PUT. */
export type Webhook = Static<typeof Webhook>;
export const Webhook = Type.Object(
  {
    key: Type.String(),
    description: Type.String(),
    enabled: Type.Boolean(),
    event_filter: WebhookFilter,
    handlers: Type.Array(WebhookHandler),
    has_secret: Type.Boolean(),
    previous_secret_until: Type.Optional(
      time('Until then, requests are also signed with the secret before the current one.'),
    ),
    health: WebhookHealth,
  },
  { title: 'Webhook' },
);

const requestSent = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'Values that contain secrets are masked.',
  }),
  body: Type.String({ description: 'Secrets are masked.' }),
});

/**
 * POST `/subscriptions/test`: the body of POST or, with `key`, the changed form of an existing
 * webhook.
 */
export type WebhookTest = Static<typeof WebhookTest>;
export const WebhookTest = Type.Object(
  {
    status: Type.Integer({ description: "Status of the receiver's answer." }),
    duration: Type.Integer({ description: 'In milliseconds.' }),
    response: Type.String({ description: 'Up to the first kilobyte of the answer.' }),
    request: requestSent,
  },
  { title: 'WebhookTest' },
);

const patterns = Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000 });

/** POST `/ui/api/v1/ui/permissiontargets/{buildPatterns, releaseBundles}`. */
export type NamePatterns = Static<typeof NamePatterns>;
export const NamePatterns = Type.Object(
  { includePatterns: patterns, excludePatterns: patterns },
  { title: 'NamePatterns' },
);

const states = ['waiting', 'delivered', 'failed'] as const;
const delivery = {
  id: Type.String(),
  event_id: Type.String({
    description: 'The header webhook-id. Repeated deliveries of an event have the same.',
  }),
  domain: Type.String(),
  event_type: Type.String(),
  created: time('Of the event.'),
  state: oneOf(states),
  attempts: Type.Integer(),
  attempted: Type.Optional(time('Of the last attempt.')),
  duration: Type.Optional(Type.Integer({ description: 'Of the last attempt, in milliseconds.' })),
  status: Type.Optional(Type.Integer({ description: "Of the receiver's last answer." })),
  error: Type.Optional(Type.String({ description: 'Of the last attempt, if it failed.' })),
  redelivery_of: Type.Optional(Type.String({ description: 'The delivery that was sent again.' })),
};

export type WebhookDelivery = Static<typeof WebhookDelivery>;
export const WebhookDelivery = Type.Object(delivery, { title: 'WebhookDelivery' });

/** GET `/subscriptions/{key}/deliveries[?state=&limit=&cursor=]`, newest first. */
export type WebhookDeliveries = Static<typeof WebhookDeliveries>;
export const WebhookDeliveries = Type.Object(
  { deliveries: Type.Array(WebhookDelivery), cursor: Type.Optional(Type.String()) },
  { title: 'WebhookDeliveries' },
);

/** GET `/subscriptions/{key}/deliveries/{id}`. */
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>;
export const WebhookDeliveryDetails = Type.Object(
  {
    ...delivery,
    request: Type.Optional(requestSent),
    response: Type.Optional(Type.String({ description: 'Up to the first kilobyte of the answer.' })),
  },
  { title: 'WebhookDeliveryDetails' },
);

/** POST `/subscriptions/preview`. */
export type WebhookPreview = Static<typeof WebhookPreview>;
export const WebhookPreview = Type.Object(
  {
    request: requestSent,
    event_time: Type.Optional(
      time(
        'Of the event that the preview is rendered from. Absent: no such event is stored, and it is a sample.',
      ),
    ),
  },
  { title: 'WebhookPreview' },
);
