import { type Static, Type } from '@sinclair/typebox';

import { nullable, oneOf } from './schemaKinds.ts';

export type VersionDependency = Static<typeof VersionDependency>;
export const VersionDependency = Type.Object(
  {
    name: Type.String(),
    version: Type.String({ description: 'A version or a range of versions, as the package says it.' }),
  },
  { title: 'VersionDependency' },
);

/**
 * Data of one version, by its lead file: GET `/ui/api/v1/ui/v1/native/versions/{type}/{dependencies
 * | builds | props | readme}?path=&repoKey=`. 404 if no version of the type has this file, 403 if
 * the caller cannot read it.
 */
export type VersionDependencies = Static<typeof VersionDependencies>;
export const VersionDependencies = Type.Object(
  { dependencies: Type.Array(VersionDependency), devDependencies: Type.Array(VersionDependency) },
  { title: 'VersionDependencies' },
);

const VersionBuild = Type.Object({ name: Type.String(), number: Type.String(), createDate: Type.String() });

/** Builds of a version that the caller can read, last started first. */
export type VersionBuilds = Static<typeof VersionBuilds>;
export const VersionBuilds = Type.Object(
  {
    results: Type.Array(VersionBuild, {
      description:
        'Builds that produced it, also by the properties `build.name` and `build.number` of its lead file.',
    }),
    used: Type.Array(VersionBuild, { description: 'Builds with one of its files as a dependency.' }),
    truncated: Type.Boolean({ description: 'More builds produced or used it.' }),
  },
  { title: 'VersionBuilds' },
);

export type VersionProperties = Static<typeof VersionProperties>;
export const VersionProperties = Type.Array(
  Type.Object({ key: Type.String(), values: Type.Array(Type.String()) }),
);

export type VersionReadme = Static<typeof VersionReadme>;
export const VersionReadme = Type.Object(
  { readme: Type.String({ description: 'Markdown, untrusted; empty if there is none.' }) },
  { title: 'VersionReadme' },
);

/** GET `/ui/api/v1/ui/usage`: data of the notices above packages. */
export type PlatformUsage = Static<typeof PlatformUsage>;
export const PlatformUsage = Type.Object(
  {
    transfer: Type.Object(
      { month: Type.String(), bytes: Type.Number(), quota: nullable(Type.Number()) },
      {
        description: 'Bytes sent to clients in the current month (UTC), and their limit; null: unlimited.',
      },
    ),
    upgradeUrl: Type.String({ description: 'URL for an upgrade; empty: none.' }),
    migrations: Type.Array(Type.Object({ name: Type.String(), done: Type.Number(), total: Type.Number() }), {
      description:
        'Progress of migrations after an upgrade, in packages. Data is incomplete until they finish.',
    }),
  },
  { title: 'PlatformUsage' },
);

/**
 * GET `/ui/api/v1/ui/home/widget/artifactCount`: files in the repositories that the caller can
 * read.
 */
export type ArtifactCount = Static<typeof ArtifactCount>;
export const ArtifactCount = Type.Object(
  { widgetName: oneOf(['artifactCount']), widgetData: Type.Object({ artifactCount: Type.Number() }) },
  { title: 'ArtifactCount' },
);
