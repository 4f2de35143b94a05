import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, time } from './schemaKinds.ts';

const total = Type.Object({ count: Type.Integer(), size: Type.Integer({ description: 'In bytes.' }) });

const leftover = Type.Object({
  repo: Type.String(),
  path: Type.String(),
  size: Type.Integer(),
  why: Type.String({ description: 'Reason why it is unreferenced.' }),
});

/**
 * GET `/artifactory/api/system/storage/gc`: unreferenced content that would be deleted; POST
 * deletes it. `?untagged=true`: also images without a tag. For administrators.
 */
export type CollectionReport = Static<typeof CollectionReport>;
export const CollectionReport = Type.Object(
  {
    dryRun: Type.Boolean({ description: 'Nothing was deleted.' }),
    summary: Type.Object({ files: total, bytes: total }),
    files: Type.Array(leftover, { description: 'Up to 10,000.' }),
    bytes: Type.Array(Type.Object({ sha256: Type.String(), size: Type.Integer() }), {
      description: 'Blobs without a file, up to 10,000.',
    }),
  },
  { title: 'CollectionReport' },
);

/** `/ui/api/v1/ui/storage/collections`: a garbage collection in the background. */
export type CollectionRun = Static<typeof CollectionRun>;
export const CollectionRun = Type.Object(
  {
    id: Type.String(),
    dry: Type.Boolean({ description: 'Nothing is deleted.' }),
    untagged: Type.Boolean({ description: 'Includes images without a tag.' }),
    requestedBy: Type.String({ description: 'Empty: the schedule.' }),
    state: oneOf(['waiting', 'running', 'finished', 'failed']),
    requested: time('When it was requested.'),
    started: nullable(time('Null: not yet.')),
    ended: nullable(time('Null: not yet.')),
    error: nullable(Type.String({ description: 'Why it failed.' })),
    files: Type.Object(total.properties, { description: 'Found by a dry run, deleted by others, so far.' }),
    bytes: Type.Object(total.properties, { description: 'Blobs without a file, likewise.' }),
    examples: Type.Array(leftover, { description: 'The first 100 files.' }),
  },
  { title: 'CollectionRun' },
);

/** POST `/ui/api/v1/ui/storage/collections`. */
export type NewCollectionRun = Static<typeof NewCollectionRun>;
export const NewCollectionRun = Type.Object(
  {
    dry: Type.Boolean({ description: 'Only counts what would be deleted.' }),
    untagged: Type.Optional(Type.Boolean({ description: 'Includes images without a tag.' })),
  },
  { title: 'NewCollectionRun', additionalProperties: false },
);

/** The verification of stored files: GET `/artifactory/api/system/storage/verify`. */
export type VerificationReport = Static<typeof VerificationReport>;
export const VerificationReport = Type.Object(
  {
    state: oneOf(['never', 'in-progress', 'finished'], { description: '`never`: no file was verified yet.' }),
    started: Type.Optional(time('ISO 8601.')),
    finished: Type.Optional(time('ISO 8601.')),
    verified: total,
    total: Type.Object(total.properties, { description: 'At the start of the round.' }),
    damagedCount: Type.Integer(),
    damaged: Type.Array(
      Type.Object({
        sha256: Type.String(),
        reason: oneOf(['damaged', 'missing']),
        found: time('ISO 8601.'),
        files: Type.Array(Type.String(), {
          description: '`{repository}/{path}` of up to ten files with this content.',
        }),
      }),
      { description: 'Newest first, up to 1,000.' },
    ),
  },
  { title: 'VerificationReport' },
);
