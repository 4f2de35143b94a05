import { type Static, Type } from '@sinclair/typebox';
import { REQUESTABLE_ACTIONS } from './accessRequests.ts';
import { oneOf, time } from './schemaKinds.ts';
import { WebhookHealth } from './webhooks.ts';

export const NOTIFICATION_KINDS = [
  'version',
  'vulnerability',
  'promotion',
  'distribution',
  'webhook',
  'quota',
  'access_request',
  'access_decision',
  'plugin',
] as const;
/** What happened to a version of a plugin. */
const pluginProblems = ['failing', 'canary', 'fallback', 'failed'] as const;
const kind = oneOf(NOTIFICATION_KINDS, {
  description:
    '`version` and `vulnerability` are about starred packages, `promotion` and `distribution` about own release bundles, `webhook` and `quota` about paused webhooks and storage quotas, for administrators, `access_request` about requests for access that the caller can decide about, `access_decision` about own ones, `plugin` about problems of plugins of the console, for administrators. Further kinds can follow.',
});
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** One change that a notification reports. Which fields it has depends on the kind. */
export type NotificationItem = Static<typeof NotificationItem>;
export const NotificationItem = Type.Object(
  {
    version: Type.Optional(
      Type.String({ description: 'Version of the package, release bundle, or plugin.' }),
    ),
    advisory: Type.Optional(Type.String({ description: 'ID of the advisory.' })),
    severity: Type.Optional(Type.String()),
    target: Type.Optional(
      Type.String({
        description:
          'Environment of a promotion, name of an edge, or version of a plugin that is used instead.',
      }),
    ),
    outcome: Type.Optional(oneOf(['completed', 'failed', 'aborted', 'granted', 'declined'])),
    message: Type.Optional(Type.String({ description: 'Why it failed or was declined.' })),
    user: Type.Optional(Type.String({ description: 'User who asks for access.' })),
    action: Type.Optional(oneOf(REQUESTABLE_ACTIONS, { description: 'Requested permission.' })),
    path: Type.Optional(Type.String({ description: 'Requested path. Empty: the whole repository.' })),
    share: Type.Optional(
      Type.Integer({
        description:
          'Percent: of a storage quota that is used, of loads of a plugin that failed, or of users for whom a canary failed.',
      }),
    ),
    problem: Type.Optional(
      oneOf(pluginProblems, {
        description:
          '`failing`: many loads in browsers fail. `canary`: a canary was stopped because of it. `fallback`: the server could not load the version and uses `target`. `failed`: it uses none.',
      }),
    ),
    loads: Type.Optional(Type.Integer({ description: 'Loads of a plugin in the last 24 hours.' })),
    release: Type.Optional(Type.Integer({ description: 'Release set of plugins of a canary.' })),
  },
  { title: 'NotificationItem' },
);

export type NotificationEntry = Static<typeof NotificationEntry>;
export const NotificationEntry = Type.Object(
  {
    id: Type.String(),
    kind,
    subject: Type.String({
      description:
        'Package ID, name of a release bundle, key of a webhook, `repository://KEY` or `project://KEY` of a storage quota, `repository://KEY` of a request for access, or name of a plugin.',
    }),
    changes: Type.Integer({ description: 'Number of changes that the notification reports.' }),
    items: Type.Array(NotificationItem, { description: 'The newest changes, newest first.' }),
    changed: time('Time of the newest change, in ISO 8601.'),
    read: Type.Boolean(),
  },
  { title: 'NotificationEntry' },
);

/**
 * GET `/ui/api/v1/ui/notifications`: the caller's notifications about subjects that the caller can
 * read.
 */
export type NotificationList = Static<typeof NotificationList>;
export const NotificationList = Type.Object(
  {
    notifications: Type.Array(NotificationEntry, { description: 'Newest first.' }),
    maximum: Type.Optional(
      Type.Integer({ description: 'Number of newest notifications that are stored, if there are so many.' }),
    ),
  },
  { title: 'NotificationList' },
);

/** GET `/ui/api/v1/ui/notifications/count`, one of the calls at startup. */
export type NotificationCount = Static<typeof NotificationCount>;
export const NotificationCount = Type.Object({ unread: Type.Integer() }, { title: 'NotificationCount' });

const ids = Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), { minItems: 1, maxItems: 200 });

/** PUT `/ui/api/v1/ui/notifications/read`: marks notifications as read or unread. */
export type NotificationsRead = Static<typeof NotificationsRead>;
export const NotificationsRead = Type.Object(
  { ids, read: Type.Boolean() },
  { title: 'NotificationsRead', additionalProperties: false },
);

export type NotificationDelivery = (typeof deliveries)[number];
const deliveries = ['console', 'email', 'off'] as const;
const delivery = oneOf(deliveries, { description: '`email`: in the console and by email.' });
/** Emails about these kinds go to all administrators. */
const ofAdministrators = Type.Optional(oneOf(['console', 'off'], { description: 'For administrators.' }));
const ofRequests = Type.Optional(delivery);

/** GET and PUT `/ui/api/v1/ui/notifications/preferences`. */
export type NotificationPreferences = Static<typeof NotificationPreferences>;
export const NotificationPreferences = Type.Object(
  {
    ...{ version: delivery, vulnerability: delivery, promotion: delivery, distribution: delivery },
    ...{ webhook: ofAdministrators, quota: ofAdministrators, plugin: ofAdministrators },
    ...{ access_request: ofRequests, access_decision: ofRequests },
  },
  { title: 'NotificationPreferences', additionalProperties: false },
);

/** GET `/ui/api/v1/ui/notifications/preferences`. */
export type StoredPreferences = Static<typeof StoredPreferences>;
export const StoredPreferences = Type.Object(
  {
    preferences: NotificationPreferences,
    emails: Type.Boolean({ description: 'Whether the platform can send emails to the caller.' }),
  },
  { title: 'StoredPreferences' },
);

/** The kinds that a user's webhook can send. */
export const NOTIFICATION_WEBHOOK_KINDS = [
  'version',
  'vulnerability',
  'promotion',
  'distribution',
  'access_request',
  'access_decision',
] as const satisfies readonly NotificationKind[];
export type NotificationWebhookKind = (typeof NOTIFICATION_WEBHOOK_KINDS)[number];
const sent = {
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'URL of the receiver, HTTP or HTTPS.' }),
  kinds: Type.Array(oneOf(NOTIFICATION_WEBHOOK_KINDS), {
    minItems: 1,
    uniqueItems: true,
    description: 'Kinds of notifications, regardless of how the user is notified of them otherwise.',
  }),
};

/** PUT `/ui/api/v1/ui/notifications/webhook`. */
export type UserWebhookChange = Static<typeof UserWebhookChange>;
export const UserWebhookChange = Type.Object(
  {
    ...sent,
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
    new_secret: Type.Optional(Type.Boolean({ description: 'Whether to replace the secret.' })),
  },
  { title: 'UserWebhookChange', additionalProperties: false },
);

/** PUT `/ui/api/v1/ui/notifications/webhook`. */
export type UserWebhook = Static<typeof UserWebhook>;
export const UserWebhook = Type.Object(
  {
    ...sent,
    enabled: Type.Boolean(),
    health: WebhookHealth,
    secret: Type.Optional(
      Type.String({
        description:
          'Signs requests as the Standard Webhooks specification describes. Only returned when it is new.',
      }),
    ),
  },
  { title: 'UserWebhook' },
);

/** GET `/ui/api/v1/ui/notifications/webhook`. */
export type UserWebhookState = Static<typeof UserWebhookState>;
export const UserWebhookState = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether the operator allows webhooks of users.' }),
    webhook: Type.Optional(UserWebhook),
  },
  { title: 'UserWebhookState' },
);
