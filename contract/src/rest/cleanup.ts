import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, time } from './schemaKinds.ts';

/** Cleanup policies, under `/ui/api/v1/ui/cleanup`, for administrators. */

const days = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500, description }));
const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100, description });

const fields = {
  description: Type.String({ maxLength: 500 }),
  enabled: Type.Boolean({ description: 'Whether the schedule applies. A run can be requested in any case.' }),
  repositories: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 1000,
    uniqueItems: true,
    description: 'Keys of local and remote repositories. Empty: all of the classes.',
  }),
  repositoryClasses: Type.Array(oneOf(['local', 'remote']), {
    maxItems: 2,
    uniqueItems: true,
    description: 'Without `repositories`: `local`, `remote` for caches, or both.',
  }),
  packageTypes: Type.Array(Type.String({ maxLength: 32 }), {
    maxItems: 50,
    uniqueItems: true,
    description: 'Only repositories with these package types. Empty: all.',
  }),
  select: oneOf(['all', 'prereleases', 'untagged'], {
    description:
      '`all`: versions, and files that belong to no package. `prereleases`: only versions such as 2.0.0-beta.1. `untagged`: only images that no tag refers to, not even through an index, and that were pushed more than a day ago; not with `keepNewest`.',
  }),
  olderThanDays: days('Only content that was last changed longer ago.'),
  notDownloadedDays: days('Only content that was last changed and last downloaded longer ago.'),
  keepNewest: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        'Keeps the newest versions of each package in each repository: by version, and of images by the time of the push. Files of no package are kept.',
    }),
  ),
  include: patterns('Only content with a file whose path in the repository matches one. Empty: all paths.'),
  exclude: patterns('Keeps content with a file whose path matches one.'),
  keepBuilds: Type.Boolean({ description: 'Keeps content that a build-info refers to by its checksum.' }),
  keepTags: Type.Optional(
    patterns(
      'Keeps versions that a tag with one of these names refers to: npm dist-tags, and tags of images. `*` matches any characters.',
    ),
  ),
  every: oneOf(['never', 'day', 'week', 'month'], {
    description: '`week`: on Sundays. `month`: on the first day.',
  }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Hour of the day of scheduled runs, in UTC.' }),
};

/** PUT `/policies/{key}` creates or replaces a policy. At least one condition is required. */
export type CleanupSettings = Static<typeof CleanupSettings>;
export const CleanupSettings = Type.Object(fields, { title: 'CleanupSettings', additionalProperties: false });

export type CleanupRun = Static<typeof CleanupRun>;
export const CleanupRun = Type.Object(
  {
    id: Type.String(),
    policy: Type.String(),
    dry: Type.Boolean({ description: 'Nothing is deleted.' }),
    requestedBy: Type.String({ description: 'Empty: the schedule.' }),
    state: oneOf(['waiting', 'selecting', 'deleting', 'collecting', 'finished', 'failed']),
    requested: time('When it was requested.'),
    started: nullable(time('Null: not yet.')),
    ended: nullable(time('Null: not yet.')),
    error: nullable(Type.String({ description: 'Of the last attempt. It is repeated up to 5 times.' })),
    selected: Type.Integer({ description: 'Versions and files that are still to be deleted.' }),
    deleted: Type.Integer(),
    kept: Type.Integer({ description: 'That match, but are protected or were used in the meantime.' }),
    failed: Type.Integer(),
    files: Type.Integer({ description: 'Files that are deleted, or would be.' }),
    bytes: Type.Integer({ description: 'Of these files.' }),
    freeableBytes: Type.Integer({
      description: 'Bytes that nothing else uses: garbage collection frees them.',
    }),
    freedBytes: Type.Integer({
      description:
        'Freed by this run; of a dry run: what a run would free now. The rest is freed by garbage collection a day after its last use, unless LADING_COLLECTION is off.',
    }),
  },
  { title: 'CleanupRun' },
);

export type CleanupPolicy = Static<typeof CleanupPolicy>;
export const CleanupPolicy = Type.Object(
  {
    key: Type.String(),
    ...fields,
    nextRun: nullable(time('Null: no schedule, or disabled.')),
    lastRun: nullable(CleanupRun),
  },
  { title: 'CleanupPolicy' },
);

/** POST `/policies/{key}/runs`. */
export type NewCleanupRun = Static<typeof NewCleanupRun>;
export const NewCleanupRun = Type.Object(
  { dry: Type.Boolean({ description: 'Only lists what would be deleted.' }) },
  { title: 'NewCleanupRun', additionalProperties: false },
);

export type CleanupItem = Static<typeof CleanupItem>;
export const CleanupItem = Type.Object(
  {
    number: Type.Integer(),
    repo: Type.String(),
    packageName: nullable(Type.String({ description: 'Null: a file of no package.' })),
    packageVersion: nullable(Type.String()),
    path: Type.String(),
    files: Type.Integer(),
    bytes: Type.Integer(),
    state: oneOf(['selected', 'deleted', 'kept', 'failed']),
    reason: Type.String({ description: 'Why it was kept, or not deleted.' }),
  },
  { title: 'CleanupItem' },
);

/** GET `/runs/{id}/items`. */
export type CleanupItems = Static<typeof CleanupItems>;
export const CleanupItems = Type.Object(
  {
    items: Type.Array(CleanupItem),
    total: Type.Integer(),
  },
  { title: 'CleanupItems' },
);
