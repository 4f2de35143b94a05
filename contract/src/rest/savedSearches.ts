import { type Static, Type } from '@sinclair/typebox';
import { nullable, time } from './schemaKinds.ts';

/** A search of the package list under a name. */
export type SavedSearch = Static<typeof SavedSearch>;
export const SavedSearch = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    query: Type.String({
      description: 'Query of the URL of the package list, such as `query=react&repos=npm-local`.',
    }),
    project: nullable(Type.String({ description: 'Key of the project it is shared with. Null: private.' })),
    author: Type.String({ description: 'User who saved it.' }),
    modified: time('When it was saved or renamed.'),
    mayChange: Type.Boolean({ description: 'Whether the caller can rename and delete it.' }),
    problem: nullable(
      Type.String({ description: 'Why the search is no longer valid. Null for a valid search.' }),
    ),
  },
  { title: 'SavedSearch' },
);

/** GET `/ui/api/v1/ui/saved_searches`: searches of the caller and of the caller's projects. */
export type SavedSearches = Static<typeof SavedSearches>;
export const SavedSearches = Type.Object(
  {
    searches: Type.Array(SavedSearch, { description: 'By name, at most 500.' }),
    more: Type.Boolean({ description: 'Whether more searches exist.' }),
    projects: Type.Array(Type.Object({ key: Type.String(), name: Type.String() }), {
      description: 'Projects with which the caller can share a search, at most 200.',
    }),
  },
  { title: 'SavedSearches' },
);

/** POST `/ui/api/v1/ui/saved_searches`: saves a search. */
export type NewSavedSearch = Static<typeof NewSavedSearch>;
export const NewSavedSearch = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    query: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'Query of the URL of the package list, without the question mark.',
    }),
    project: Type.Optional(
      Type.String({ maxLength: 128, description: 'Key of the project to share it with.' }),
    ),
  },
  { title: 'NewSavedSearch', additionalProperties: false },
);
