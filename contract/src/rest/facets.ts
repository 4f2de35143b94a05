import { type Static, Type } from '@sinclair/typebox';

const values = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), { description });

/** POST `/ui/api/v1/ui/v1/native/facets`: the filters of the package list. */
export type PackageFacets = Static<typeof PackageFacets>;
export const PackageFacets = Type.Object(
  {
    types: values('Package types, up to 200, most frequent first.'),
    repositories: values('Local and remote repositories, up to 200, most frequent first.'),
    licenses: values('Licenses as packages state them, up to 200, most frequent first.'),
    capped: Type.Boolean({ description: 'Only some packages were counted: each number is a minimum.' }),
    partial: Type.Boolean({
      description: 'Repositories of which the caller can read only some paths were not counted.',
    }),
  },
  { title: 'PackageFacets' },
);

/**
 * POST `/ui/api/v1/ui/v1/native/facets/more`: the filters of the package list that are seldom used.
 */
export type MorePackageFacets = Static<typeof MorePackageFacets>;
export const MorePackageFacets = Type.Object(
  {
    severities: values(
      'Severities of vulnerabilities of the newest versions, most severe first. Severities without packages are included.',
    ),
    projects: Type.Array(Type.Object({ value: Type.String(), name: Type.String(), count: Type.Integer() }), {
      description: 'Projects that the caller can see, up to 200, most frequent first.',
    }),
    capped: Type.Boolean({ description: 'Only some packages were counted: each number is a minimum.' }),
    partial: Type.Boolean({
      description: 'Repositories of which the caller can read only some paths were not counted.',
    }),
  },
  { title: 'MorePackageFacets' },
);
