import { type Static, Type } from '@sinclair/typebox';

import { nullable, oneOf } from './schemaKinds.ts';

/** Response of the public search API. */
export interface SearchResults<Result = { uri: string }> {
  results: Result[];
  /** There are more results than listed. */
  truncated?: true;
}
/** A found file. */
export type FoundArtifact = Static<typeof FoundArtifact>;
export const FoundArtifact = Type.Object(
  {
    repo: Type.String(),
    path: Type.String({ description: 'Below the repository, without a slash before it.' }),
    name: Type.String({ description: 'The last part of its path.' }),
    size: Type.Number({ description: 'In bytes.' }),
    sha256: Type.String(),
    created: Type.String({ description: 'ISO 8601.' }),
    modified: Type.String({ description: 'ISO 8601.' }),
    packageType: Type.String({ description: 'What its repository holds.' }),
    package: nullable(
      Type.Object(
        { id: Type.String(), name: Type.String(), version: Type.String() },
        { description: "The version that it belongs to, where it is a package's." },
      ),
    ),
    entry: Type.Optional(
      Type.String({ description: 'Of an archive that was searched: the path inside it.' }),
    ),
    partOf: Type.Optional(
      Type.Object(
        { name: Type.String(), digest: Type.String() },
        { description: 'What the file is a part of, where its own name says nothing: of a layer its image.' },
      ),
    ),
  },
  { title: 'FoundArtifact' },
);

/** Response of a search for artifacts. */
export type ArtifactPage = Static<typeof ArtifactPage>;
export const ArtifactPage = Type.Object(
  {
    results: Type.Array(FoundArtifact),
    next: nullable(Type.String({ description: 'Where the next page begins; `null`: there is none.' })),
    total: nullable(Type.Number({ description: '`null`: not known.' })),
    capped: Type.Boolean({ description: 'Not everything was looked at: there may be more that match.' }),
  },
  { title: 'ArtifactPage' },
);

/** Suggestions of the search box, from local data only. */
export type SearchSuggestions = Static<typeof SearchSuggestions>;
export const SearchSuggestions = Type.Object(
  {
    packages: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        packageType: Type.String(),
        latestVersion: nullable(Type.String()),
      }),
    ),
    repositories: Type.Array(
      Type.Object({ key: Type.String(), type: Type.String(), packageType: Type.String() }),
    ),
    artifacts: Type.Array(Type.Object({ repo: Type.String(), path: Type.String(), name: Type.String() })),
  },
  { title: 'SearchSuggestions' },
);

/** Users whose name or email address contains the typed text, for administrators. */
export type UserSuggestions = Static<typeof UserSuggestions>;
export const UserSuggestions = Type.Object(
  { users: Type.Array(Type.Object({ username: Type.String(), email: Type.String() })) },
  { title: 'UserSuggestions' },
);

/** A folder or file whose path contains the typed text. */
export type FoundPath = Static<typeof FoundPath>;
export const FoundPath = Type.Object(
  { type: oneOf(['folder', 'file']), repoKey: Type.String(), path: Type.String() },
  { title: 'FoundPath' },
);

/** GET `/ui/api/v1/search/tree?query=&project=`: paths for the tree, best match first. */
export type FoundPaths = Static<typeof FoundPaths>;
export const FoundPaths = Type.Object(
  {
    found: Type.Array(FoundPath),
    capped: Type.Boolean({ description: 'Whether more paths can match than these.' }),
  },
  { title: 'FoundPaths' },
);

/** Available kinds of search. */
export type SearchAbilities = Static<typeof SearchAbilities>;
export const SearchAbilities = Type.Object(
  {
    archiveIndexing: Type.Boolean({
      description: 'Whether what archives hold is kept, so that it can be searched.',
    }),
  },
  { title: 'SearchAbilities' },
);
