import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** The audit log, under `/access/api/v1/audit`. */

/** All names of events, in the order of the filter. The console gets them with the first page. */
export const AUDIT_EVENTS = [
  'sign-in',
  'sign-out',
  'password-expired',
  'password-changed',
  'password-forgotten',
  'password-reset',
  'mfa-asked',
  'mfa-enrolled',
  'mfa-verified',
  'mfa-recovery-code',
  'mfa-removed',
  'invited',
  'invitation-accepted',
  'registered',
  'client-login-asked',
  'client-login-confirmed',
  'client-login-fetched',
  'token-issued',
  'token-revoked',
  'settings-changed',
  'user-made',
  'user-changed',
  'user-removed',
  'group-changed',
  'permission-changed',
  'access-requested',
  'access-granted',
  'access-declined',
  'project-changed',
  'repository-changed',
  'license-changed',
  'reservation-changed',
  'api-key-changed',
  'session-ended',
  'locked',
  'webhook-changed',
  'webhook-redelivered',
  'cleanup-run',
  'edge-changed',
  'release-bundle-changed',
  'release-bundle-promoted',
  'release-bundle-distributed',
  'release-bundle-received',
  'promotion-decided',
  'import-map-changed',
  'import-map-rejected',
  'plugin-failed',
  'plugin-release-created',
  'plugin-release-activated',
  'plugin-release-rejected',
  'plugin-canary-stopped',
  'plugin-version-revoked',
  'plugin-version-restored',
  'plugin-backend-changed',
  'plugin-policy-changed',
  'plugin-development-changed',
  'plugin-override-started',
  'plugin-override-stopped',
  'blob-damaged',
  'support-bundle-requested',
  'support-bundle-downloaded',
  'support-bundle-deleted',
  'audit-exported',
  'audit-trimmed',
  'backup-requested',
  'advisories-changed',
  'node-removed',
  'job-requested',
  'content-deleted',
  'content-moved',
  'content-promoted',
  'content-restored',
  'trash-emptied',
  'garbage-collected',
] as const;

export type AuditEventName = (typeof AUDIT_EVENTS)[number];

/** One field before and after a change. */
export type AuditChange = Static<typeof AuditChange>;
export const AuditChange = Type.Object(
  {
    field: Type.String({ description: 'Path of the field, such as `handler.url`.' }),
    before: Type.Optional(Type.String({ description: 'Absent: the field was not set.' })),
    after: Type.Optional(Type.String({ description: 'Absent: the field is not set.' })),
  },
  { title: 'AuditChange' },
);

export type AuditEvent = Static<typeof AuditEvent>;
export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    time: time('Time of the event.'),
    event: oneOf(AUDIT_EVENTS),
    outcome: oneOf(['success', 'failure']),
    user: Type.String({ description: 'The user that the event is about. Empty if no such user is known.' }),
    by: Type.String({ description: 'The user who did it, if that is another one.' }),
    address: Type.String(),
    client: Type.String(),
    detail: Type.String({ description: 'Further details, without secrets.' }),
    changes: Type.Optional(
      Type.Array(AuditChange, { description: 'Changed fields, up to 100. Secrets are redacted.' }),
    ),
  },
  { title: 'AuditEvent' },
);

/**
 * Newest first. `next` is the value of `before` for the next page. A page can have fewer records
 * than `limit`, and none, although older ones match: see `searched_until`.
 */
export type AuditPage = Static<typeof AuditPage>;
export const AuditPage = Type.Object(
  {
    events: Type.Array(AuditEvent),
    next: Type.Optional(
      Type.String({ description: '`before` of the next page. Absent: no older record matches.' }),
    ),
    searched_until: Type.Optional(
      time(
        'Time of the oldest examined record, if the search stopped before it found `limit` records. `next` continues it.',
      ),
    ),
    event_names: Type.Optional(
      Type.Array(oneOf(AUDIT_EVENTS), { description: 'All names of events, with the first page.' }),
    ),
  },
  { title: 'AuditPage' },
);

/**
 * POST `/verify`: recomputes the hash of every record. With `?seconds=` it stops after that time,
 * and `?after=` continues with `next`.
 */
export type AuditVerification = Static<typeof AuditVerification>;
export const AuditVerification = Type.Object(
  {
    intact: Type.Boolean(),
    records: Type.Integer({ description: 'Records whose hash was recomputed.' }),
    first: Type.Integer({
      description:
        'Position of the first record of this part. Without `after`: of the oldest record; older ones were deleted by the retention period.',
    }),
    last: Type.Integer({ description: 'Position of the newest record in the chain.' }),
    head: Type.String({
      description:
        'Hash of the newest record. Compare it with an earlier copy, such as in the log `access-audit`.',
    }),
    waiting: Type.Integer({ description: 'New records that are added to the chain within a minute.' }),
    next: Type.Optional(
      Type.Integer({ description: '`after` of the next part. Absent: everything was verified.' }),
    ),
    problem: Type.Optional(
      Type.String({ description: 'The first record that was changed, added, or deleted.' }),
    ),
  },
  { title: 'AuditVerification' },
);
