import { type Static, Type } from '@sinclair/typebox';
import { nullable } from './schemaKinds.ts';

export type Dependent = Static<typeof Dependent>;
export const Dependent = Type.Object(
  {
    id: Type.String({ description: '`{type}://{name}` of the package that uses it.' }),
    name: Type.String(),
    version: Type.String({ description: 'The newest of its versions that does.' }),
    range: Type.String({ description: 'The required range, as it is declared: `^1.2.0`.' }),
    development: Type.Boolean({ description: 'Only for development, not at run time.' }),
    repo: Type.String({ description: 'Contains that version.' }),
  },
  { title: 'Dependent' },
);

/**
 * Packages that use a package: GET
 * `/ui/api/v1/ui/v1/native/dependents?packageId={type}://{name}[&first=&after=]`, by name, in the
 * repositories that the caller can read. `first` is 100 by default, up to 1000. The package itself
 * can be absent here.
 */
export type Dependents = Static<typeof Dependents>;
export const Dependents = Type.Object(
  {
    dependents: Type.Array(Dependent),
    pageInfo: Type.Object(
      {
        hasNextPage: Type.Boolean(),
        endCursor: nullable(Type.String()),
        capped: Type.Boolean(),
        totalCount: nullable(Type.Integer()),
      },
      { description: '`totalCount` is null above 10,000, or if the caller cannot see all of them.' },
    ),
  },
  { title: 'Dependents' },
);
