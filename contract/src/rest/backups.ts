import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** Backups, under `/ui/api/v1/ui/backups`, for administrators. */

const fields = {
  target: Type.String({
    minLength: 1,
    maxLength: 1000,
    description:
      'An existing directory that every node reaches by this path, or a bucket, such as `s3://bucket/prefix?endpoint=https://s3.example.org`. Empty, or with backups of this installation.',
  }),
  enabled: Type.Boolean({ description: 'Back up by schedule.' }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In the time zone of the server.' }),
  days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    uniqueItems: true,
    description: 'Days of the week; 0 is Sunday.',
  }),
  keep: Type.Integer({ minimum: 1, maximum: 1000, description: 'How many backups remain in the target.' }),
};

/** PUT `…/settings`. */
export type BackupSettingsChange = Static<typeof BackupSettingsChange>;
export const BackupSettingsChange = Type.Object(fields, { title: 'BackupSettingsChange' });

/** GET `…/settings`. Until they are saved for the first time, `target` is empty. */
export type BackupSettings = Static<typeof BackupSettings>;
export const BackupSettings = Type.Object(
  {
    ...fields,
    target: Type.String(),
    timeZone: Type.String({ description: 'Of the server, such as `Europe/Warsaw`.' }),
    nextRun: Type.Optional(time('Of the schedule; absent when it is off.')),
  },
  { title: 'BackupSettings' },
);

/** POST `…/check`. */
export type BackupTargetCheck = Static<typeof BackupTargetCheck>;
export const BackupTargetCheck = Type.Object({ target: fields.target }, { title: 'BackupTargetCheck' });

export type BackupTargetReport = Static<typeof BackupTargetReport>;
export const BackupTargetReport = Type.Object(
  {
    usable: Type.Boolean(),
    reason: Type.Optional(Type.String({ description: 'Why it cannot be used, and what to do.' })),
    free: Type.Optional(Type.Integer({ description: 'Free space in bytes. Absent: a bucket.' })),
    needed: Type.Optional(
      Type.Integer({ description: 'Bytes of all stored files: the first backup needs as much.' }),
    ),
    backups: Type.Optional(Type.Integer({ description: 'Backups that it contains.' })),
  },
  { title: 'BackupTargetReport' },
);

export type BackupRun = Static<typeof BackupRun>;
export const BackupRun = Type.Object(
  {
    id: Type.Integer(),
    state: oneOf(['waiting', 'running', 'succeeded', 'failed']),
    target: Type.String(),
    requested: time('When it was requested, or due.'),
    requestedBy: Type.Optional(Type.String({ description: 'Absent: the schedule.' })),
    node: Type.Optional(Type.String()),
    started: Type.Optional(time('When it began.')),
    ended: Type.Optional(time('When it ended.')),
    phase: Type.Optional(oneOf(['database', 'blobs'], { description: 'Of a running backup.' })),
    done: Type.Integer({ description: 'Tables, or bytes of the blobs to copy, that are written.' }),
    total: Type.Integer({ description: 'Of how many; 0 until that is known.' }),
    name: Type.Optional(
      Type.String({ description: 'Its directory or prefix in the target, below `backups`.' }),
    ),
    databaseBytes: Type.Optional(Type.Integer()),
    blobs: Type.Optional(Type.Integer()),
    blobBytes: Type.Optional(Type.Integer({ description: 'Of all blobs of the backup.' })),
    copiedBytes: Type.Optional(Type.Integer({ description: 'Of blobs that earlier backups did not have.' })),
    missingBlobs: Type.Optional(
      Type.Integer({ description: 'Blobs that are damaged or missing in the data directory.' }),
    ),
    error: Type.Optional(
      Type.String({ description: 'Why it failed, or why old backups were not deleted after it succeeded.' }),
    ),
  },
  { title: 'BackupRun' },
);

/** GET: newest first. */
export type BackupRuns = Static<typeof BackupRuns>;
export const BackupRuns = Type.Object({ backups: Type.Array(BackupRun) }, { title: 'BackupRuns' });
