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
 * What belongs to one version, found by its lead file: GET
 * `/ui/api/v1/ui/v1/native/versions/{type}/{dependencies | builds | props | readme}?path=&repoKey=`.
 * 404 when no version of that type has this file, 403 when the caller may not read it.
 */
export type VersionDependencies = Static<typeof VersionDependencies>;
export const VersionDependencies = Type.Object(
  { dependencies: Type.Array(VersionDependency), devDependencies: Type.Array(VersionDependency) },
  { title: 'VersionDependencies' },
);

/** Which builds made it, as the properties `build.name` and `build.number` of its lead file say. */
export type VersionBuilds = Static<typeof VersionBuilds>;
export const VersionBuilds = Type.Object(
  {
    results: Type.Array(
      Type.Object({ name: Type.String(), number: Type.String(), createDate: Type.String() }),
    ),
  },
  { title: 'VersionBuilds' },
);

export type VersionProperties = Static<typeof VersionProperties>;
export const VersionProperties = Type.Array(
  Type.Object({ key: Type.String(), values: Type.Array(Type.String()) }),
);

export type VersionReadme = Static<typeof VersionReadme>;
export const VersionReadme = Type.Object(
  { readme: Type.String({ description: 'Markdown, hostile; empty when it has none.' }) },
  { title: 'VersionReadme' },
);

/** GET `/ui/api/v1/ui/usage`: what the notices over packages are made of. */
export type PlatformUsage = Static<typeof PlatformUsage>;
export const PlatformUsage = Type.Object(
  {
    transfer: Type.Object(
      { month: Type.String(), bytes: Type.Number(), quota: nullable(Type.Number()) },
      {
        description:
          'Bytes that were given out to clients in the current month (UTC), and how many may be; null: without end.',
      },
    ),
    upgradeUrl: Type.String({ description: 'Where to get more; empty: nowhere.' }),
    migrations: Type.Array(Type.Object({ name: Type.String(), done: Type.Number(), total: Type.Number() }), {
      description:
        'What is still being worked out anew since an upgrade, in packages. Until then it is not all there.',
    }),
  },
  { title: 'PlatformUsage' },
);

/** GET `/ui/api/v1/ui/home/widget/artifactCount`: files in the repositories that the caller may read. */
export type ArtifactCount = Static<typeof ArtifactCount>;
export const ArtifactCount = Type.Object(
  { widgetName: oneOf(['artifactCount']), widgetData: Type.Object({ artifactCount: Type.Number() }) },
  { title: 'ArtifactCount' },
);
