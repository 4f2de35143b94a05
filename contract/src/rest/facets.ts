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
    unknownTypes: Type.Array(Type.String(), {
      description:
        'Types of stored packages that are not scanned, or of which not all are: their vulnerabilities are unknown.',
    }),
  },
  { title: 'MorePackageFacets' },
);

/** POST `/ui/api/v1/ui/v1/native/search_notes`. */
export type SearchNotes = Static<typeof SearchNotes>;
export const SearchNotes = Type.Object(
  {
    unknownRanges: Type.Array(
      Type.Object({
        dependency: Type.String({ description: 'As in the search.' }),
        packages: Type.Integer({ description: 'Packages that declare such a range and are left out.' }),
        ranges: Type.Array(Type.String(), { description: 'Up to 3 examples.' }),
      }),
      { description: 'Declared ranges of dependencies that cannot be compared with versions.' },
    ),
    unknownRepositories: Type.Array(
      Type.Object({
        given: Type.String({ description: 'As in the search.' }),
        meant: Type.Union([Type.String(), Type.Null()], {
          description: 'A repository with a similar key, if there is one.',
        }),
      }),
      { description: 'Values of `repo:` that match no repository that the caller can read.' },
    ),
  },
  { title: 'SearchNotes' },
);
