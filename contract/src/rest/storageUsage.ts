import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, time } from './schemaKinds.ts';

/** Storage usage, for administrators. Sizes in bytes. */

const counts = {
  files: Type.Integer(),
  bytes: Type.Integer({ description: 'Of all files, as clients see them.' }),
  blobs: Type.Integer({ description: 'Distinct contents.' }),
  storedBytes: Type.Integer({ description: 'Of distinct contents: each is stored once.' }),
};

export type StorageCounts = Static<typeof StorageCounts>;
export const StorageCounts = Type.Object(counts, { title: 'StorageCounts' });

const grown = Type.Optional(
  Type.Integer({
    description: 'Stored bytes added in the 30 days before. Absent: not recorded for that long.',
  }),
);

/** A project, or a package type. */
export type StorageGroup = Static<typeof StorageGroup>;
export const StorageGroup = Type.Object(
  {
    key: Type.String({
      description: 'Project key or package type. `default`: repositories without a project.',
    }),
    ...counts,
    grownBytes: grown,
    quotaBytes: Type.Optional(Type.Integer({ description: 'Absent: no limit.' })),
  },
  { title: 'StorageGroup' },
);

export type RepositoryStorage = Static<typeof RepositoryStorage>;
export const RepositoryStorage = Type.Object(
  {
    key: Type.String(),
    type: oneOf(['local', 'remote', 'virtual']),
    packageType: Type.String(),
    project: Type.String({ description: '`default`: none.' }),
    folders: Type.Integer(),
    ...counts,
    grownBytes: grown,
    quotaBytes: Type.Optional(Type.Integer({ description: 'Absent: no limit.' })),
  },
  { title: 'RepositoryStorage' },
);

export type StorageDay = Static<typeof StorageDay>;
export const StorageDay = Type.Object(
  { day: Type.String({ description: 'YYYY-MM-DD, UTC.' }), ...counts },
  { title: 'StorageDay' },
);

/** GET `/ui/api/v1/ui/storage/history?kind=&key=`: days of one of these. */
export type StorageKind = Static<typeof StorageKind>;
export const StorageKind = oneOf(['repository', 'project', 'type']);

/** GET `/ui/api/v1/ui/storage/summary`. */
export type StorageSummary = Static<typeof StorageSummary>;
export const StorageSummary = Type.Object(
  {
    calculated: nullable(time('As of when the counts are. Null: not calculated yet.')),
    calculating: Type.Boolean(),
    total: StorageCounts,
    unreferenced: Type.Object(
      { blobs: Type.Integer(), bytes: Type.Integer() },
      { description: 'Stored content that no file uses: garbage collection deletes it.' },
    ),
    repositories: Type.Array(RepositoryStorage, { description: 'Largest first.' }),
    projects: Type.Array(StorageGroup, { description: 'Largest first.' }),
    packageTypes: Type.Array(StorageGroup, { description: 'Largest first.' }),
    history: Type.Array(StorageDay, { description: 'One entry per day, oldest first, up to 366.' }),
    store: Type.Object(
      {
        type: oneOf(['file-system', 's3']),
        location: Type.String({ description: 'The directory, or bucket and prefix.' }),
      },
      { description: 'Where the content of all repositories is stored.' },
    ),
    disk: nullable(
      Type.Object({
        directory: Type.String(),
        totalBytes: Type.Integer(),
        freeBytes: Type.Integer(),
      }),
    ),
  },
  { title: 'StorageSummary' },
);

/** GET `/ui/api/v1/ui/storage/projects/{key}`: of one project, for its administrators, too. */
export type ProjectStorage = Static<typeof ProjectStorage>;
export const ProjectStorage = Type.Object(
  {
    calculated: nullable(time('As of when the counts are. Null: not calculated yet.')),
    usage: nullable(StorageGroup),
    repositories: Type.Array(RepositoryStorage, { description: 'Of the project, largest first.' }),
    history: Type.Array(StorageDay, { description: 'One entry per day, oldest first, up to 366.' }),
  },
  { title: 'ProjectStorage' },
);

const text = (description: string) => Type.String({ description });

/** GET `/artifactory/api/storageinfo`, in Artifactory's format. */
export type StorageInfo = Static<typeof StorageInfo>;
export const StorageInfo = Type.Object(
  {
    binariesSummary: Type.Object({
      binariesCount: text('Distinct contents, as text: `1,234`.'),
      binariesSize: text('`3.48 GB`.'),
      artifactsSize: Type.String(),
      optimization: text('Stored size as a share of the size of all files.'),
      itemsCount: text('Files and folders.'),
      artifactsCount: Type.String(),
    }),
    fileStoreSummary: Type.Object({
      storageType: Type.String(),
      storageDirectory: Type.String(),
      totalSpace: Type.String(),
      usedSpace: Type.String(),
      freeSpace: Type.String(),
    }),
    repositoriesSummaryList: Type.Array(
      Type.Object({
        repoKey: text('`TOTAL`: the sum.'),
        repoType: oneOf(['LOCAL', 'CACHE', 'VIRTUAL', 'NA']),
        foldersCount: Type.Integer(),
        filesCount: Type.Integer(),
        usedSpace: Type.String(),
        usedSpaceInBytes: Type.Integer(),
        itemsCount: Type.Integer(),
        packageType: Type.Optional(Type.String()),
        projectKey: Type.Optional(Type.String()),
        percentage: Type.Optional(Type.String()),
      }),
    ),
    calculated: time('As of when the counts are.'),
  },
  { title: 'StorageInfo' },
);

/** POST `/artifactory/api/storageinfo/calculate`. */
export type StorageCalculation = Static<typeof StorageCalculation>;
export const StorageCalculation = Type.Object({ info: Type.String() }, { title: 'StorageCalculation' });
