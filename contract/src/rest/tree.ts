import { type Static, type TUnsafe, Type } from '@sinclair/typebox';
import { bytes, mapOf, oneOf, time } from './schemaKinds.ts';

const optional = Type.Optional;
const nodeType = oneOf(['repository', 'folder', 'file']);
const repoType = oneOf(['local', 'remote', 'virtual']);
const members = optional(
  Type.Array(Type.String(), {
    description:
      'In a virtual repository: the members that contain it, in the order in which they are queried.',
  }),
);
const continueState = optional(
  Type.String({ description: 'More follows: send it with the next request. Absent at the end.' }),
);
const place = { repoKey: Type.String(), path: Type.String() };

/** A repository and a path in it. */
export type TreePlace = Static<typeof TreePlace>;
export const TreePlace = Type.Object(place, { title: 'TreePlace' });

/**
 * POST `/ui/api/v1/ui/v2/treebrowser?compacted=`. `root` requests the repositories, `junction` the
 * children of a folder, paged, in byte order of names. With `compacted=true`, a folder whose only
 * child is a folder is merged with it into one node.
 */
export type TreeRequest = Static<typeof TreeRequest>;
export const TreeRequest = Type.Object(
  {
    type: oneOf(['root', 'junction']),
    repoKey: optional(Type.String({ description: 'Of a junction.' })),
    path: optional(
      Type.String({ description: 'Of a junction: the folder; empty for the repository itself.' }),
    ),
    limit: optional(
      Type.Integer({ minimum: 1, maximum: 5000, description: 'Children per page: 200 by default.' }),
    ),
    continueState: optional(Type.String({ description: 'Of an earlier answer: returns the next page.' })),
    previousState: optional(Type.String({ description: 'Of an earlier answer: returns the page before.' })),
    around: optional(
      Type.String({ description: 'A name or its beginning: returns the page that contains it.' }),
    ),
  },
  { title: 'TreeRequest' },
);

/** A node of the tree. */
export type TreeNode = Static<typeof TreeNode>;
export const TreeNode = Type.Object(
  {
    type: nodeType,
    repoKey: Type.String(),
    path: Type.String({ description: 'Without a slash at its start; empty for the repository itself.' }),
    text: Type.String({
      description: 'The last part of the path; several parts for folders that are one node.',
    }),
    repoType: optional(repoType),
    repoPkgType: optional(Type.String({ description: 'Of a repository: `npm`, `docker`, `generic`.' })),
    projectKey: optional(Type.String({ description: 'Of a repository: its project.' })),
    members,
  },
  { title: 'TreeNode' },
);

export type TreePage = Static<typeof TreePage>;
export const TreePage = Type.Object(
  {
    data: Type.Array(TreeNode),
    continueState,
    previousState: optional(Type.String({ description: 'Nodes precede this page.' })),
  },
  { title: 'TreePage' },
);

export type NativeEntry = Static<typeof NativeEntry>;
export const NativeEntry = Type.Object(
  {
    name: Type.String(),
    folder: Type.Boolean(),
    size: optional(bytes('Of a file, or the sum of a folder')),
    created: optional(time('Of a file, or of the oldest file of a folder, ISO 8601.')),
    lastModified: optional(time('Of a file, or the last change in a folder, ISO 8601.')),
    downloads: optional(Type.Integer({ description: 'Of a file, or the sum of a folder.' })),
    mimeType: optional(Type.String({ description: 'Of a file.' })),
    members,
  },
  { title: 'NativeEntry' },
);

/**
 * GET `/ui/api/v1/ui/v2/nativeBrowser/{repo}/{path}?continueState=&limit=&sortBy=&filter=`: a
 * folder as a list. A page with a filter can have few entries, or none, although more follow.
 */
export type NativeListing = Static<typeof NativeListing>;
export const NativeListing = Type.Object(
  { data: Type.Array(NativeEntry), continueState },
  { title: 'NativeListing' },
);

/** True, or the reason why the action is not available. */
const action = Type.Unsafe<true | string>({ type: ['boolean', 'string'] }) as TUnsafe<true | string>;

/** Available actions on a node; a string is the reason why an action is unavailable. */
export type TreeActions = Static<typeof TreeActions>;
export const TreeActions = Type.Object(
  { deploy: action, annotate: action, delete: action },
  { title: 'TreeActions', description: 'True, or the reason why not.' },
);

/** A file; in a virtual repository, from the first member that contains it. */
export type TreeFile = Static<typeof TreeFile>;
export const TreeFile = Type.Object(
  {
    repoKey: Type.String({ description: 'The repository that contains it.' }),
    size: bytes('Size'),
    mimeType: Type.String(),
    created: time('ISO 8601.'),
    createdBy: Type.String(),
    modified: time('ISO 8601.'),
    modifiedBy: Type.String(),
    downloads: Type.Integer(),
    lastDownloaded: optional(time('ISO 8601.')),
    checksums: Type.Object({ sha1: Type.String(), md5: Type.String(), sha256: Type.String() }),
    properties: mapOf(Type.Array(Type.String())),
    versions: Type.Array(
      Type.Object({
        packageId: Type.String(),
        packageName: Type.String(),
        version: Type.String(),
        licenses: Type.Array(Type.String()),
      }),
      { description: 'Package versions that it belongs to.' },
    ),
  },
  { title: 'TreeFile' },
);

/** GET `/ui/api/v1/ui/v2/treebrowser/node?repoKey=&path=`: details of a node for the console. */
export type TreeNodeDetails = Static<typeof TreeNodeDetails>;
export const TreeNodeDetails = Type.Object(
  {
    type: nodeType,
    ...place,
    repoType,
    repoPkgType: Type.String(),
    description: optional(Type.String({ description: 'Of a repository.' })),
    uri: Type.String({ description: 'Path for clients and browsers, below the origin.' }),
    members,
    empty: optional(Type.Boolean()),
    actions: TreeActions,
    file: optional(TreeFile),
  },
  { title: 'TreeNodeDetails' },
);

/**
 * POST `/ui/api/v1/ui/artifactgeneral/artifactsCount` `{repoKey, path}`: counts the files below a
 * folder.
 */
export type ArtifactsCount = Static<typeof ArtifactsCount>;
export const ArtifactsCount = Type.Object(
  { artifactsCount: Type.Integer(), artifactSize: bytes('Sum of the files') },
  { title: 'ArtifactsCount' },
);

/** The body of POST `/ui/api/v1/ui/v2/treebrowser/archive`. */
export type TreeArchiveRequest = Static<typeof TreeArchiveRequest>;
export const TreeArchiveRequest = Type.Object(
  { nodes: Type.Array(TreePlace) },
  { title: 'TreeArchiveRequest' },
);

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/archive` `{nodes}`: a path where a browser downloads them as
 * one ZIP archive, valid for ten minutes and for the same user. 400 `TOO_MANY` for more than 20,000
 * files.
 */
export type TreeArchive = Static<typeof TreeArchive>;
export const TreeArchive = Type.Object({ uri: Type.String() }, { title: 'TreeArchive' });

export type TreeFavorite = Static<typeof TreeFavorite>;
export const TreeFavorite = Type.Object(
  {
    ...place,
    type: optional(oneOf(['repository', 'folder', 'file'], { description: 'Absent: not found.' })),
  },
  { title: 'TreeFavorite' },
);

/**
 * GET `/ui/api/v1/ui/v2/treebrowser/favorites`: the caller's favorites, by path. PUT with
 * `TreePlace` adds one, DELETE `?repoKey=&path=` removes it.
 */
export type TreeFavorites = Static<typeof TreeFavorites>;
export const TreeFavorites = Type.Object({ favorites: Type.Array(TreeFavorite) }, { title: 'TreeFavorites' });
