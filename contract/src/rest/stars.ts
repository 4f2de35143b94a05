import { type Static, Type } from '@sinclair/typebox';
import { time } from './schemaKinds.ts';

/** A package that the caller starred and can read. */
export type StarredPackage = Static<typeof StarredPackage>;
export const StarredPackage = Type.Object(
  {
    id: Type.String({ description: '`{type}://{name}`.' }),
    name: Type.String(),
    packageType: Type.String(),
    latestVersion: Type.Union([Type.String(), Type.Null()]),
    modified: time('ISO 8601.'),
    starred: time('When the caller starred it.'),
  },
  { title: 'StarredPackage' },
);

/** GET `/ui/api/v1/ui/stars`: the caller's starred packages. */
export type StarredPackages = Static<typeof StarredPackages>;
export const StarredPackages = Type.Object(
  { packages: Type.Array(StarredPackage, { description: 'Last changed package first.' }) },
  { title: 'StarredPackages' },
);

/**
 * GET, PUT, and DELETE `/ui/api/v1/ui/stars/package?packageId=`: whether the caller starred a
 * package. PUT adds the star, DELETE removes it.
 */
export type PackageStar = Static<typeof PackageStar>;
export const PackageStar = Type.Object(
  {
    starred: Type.Boolean(),
    followers: Type.Integer({ description: 'Number of users who starred the package.' }),
  },
  { title: 'PackageStar' },
);
