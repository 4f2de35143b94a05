import { type Static, type TUnsafe, Type } from '@sinclair/typebox';
import { mapOf, oneOf, time } from './schemaKinds.ts';

const optional = Type.Optional;
const nodeType = oneOf(['repository', 'folder', 'file']);
const repoType = oneOf(['local', 'remote', 'virtual']);
const bytes = (description: string) => Type.Integer({ description: `${description}, in bytes.` });
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
    size: optional(bytes('Of a file')),
    lastModified: optional(time('Of a file, ISO 8601.')),
    members,
  },
  { title: 'NativeEntry' },
);

/** GET `/ui/api/v1/ui/v2/nativeBrowser/{repo}/{path}?continueState=&limit=`: a folder as a list. */
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

const again = optional(Type.String({ description: '`continueState` of the answer before.' }));

/** POST `/ui/api/v1/ui/v2/treebrowser/remove`. */
export type TreeRemoval = Static<typeof TreeRemoval>;
export const TreeRemoval = Type.Object(
  {
    repoKey: Type.String(),
    path: Type.String({ description: 'A file or folder, never empty.' }),
    dry: optional(Type.Boolean({ description: 'Deletes nothing, and returns the effect.' })),
    expect: optional(
      Type.Number({ description: 'Files of a dry run. If the number is another now: 409 `CHANGED`.' }),
    ),
    continueState: again,
  },
  { title: 'TreeRemoval' },
);

const affectedVersions = {
  versions: optional(Type.Integer({ description: 'Affected package versions, for a dry run.' })),
  packages: optional(Type.Integer({ description: 'Affected packages, for a dry run.' })),
};
const replaces = optional(
  Type.Integer({ description: 'Of a copy or move: files with other content that are replaced.' }),
);

/** The effect of a removal, a copy, or a move. */
export type TreeChange = Static<typeof TreeChange>;
export const TreeChange = Type.Object(
  {
    files: Type.Integer(),
    bytes: bytes('Sum of the files'),
    ...affectedVersions,
    replaces,
    continueState: optional(
      Type.String({ description: 'Not finished yet: repeat the request with this to continue.' }),
    ),
    trashDays: optional(
      Type.Integer({
        description:
          'Of a preview: days for which the trash keeps the files. Absent: they are deleted permanently.',
      }),
    ),
    deletion: optional(
      Type.String({ description: 'Of a removal that the trash can restore: the ID of the deletion.' }),
    ),
  },
  { title: 'TreeChange' },
);

/** POST `/ui/api/v1/ui/v2/treebrowser/copy` and `/move`. */
export type TreeTransfer = Static<typeof TreeTransfer>;
export const TreeTransfer = Type.Object(
  {
    ...place,
    targetRepoKey: Type.String(),
    targetPath: Type.String({ description: "The file's or folder's own new path." }),
    dry: optional(Type.Boolean({ description: 'Changes nothing, and returns the effect.' })),
    continueState: again,
  },
  { title: 'TreeTransfer' },
);

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/uploads` `{repoKey, paths}`: checks an upload in advance. 401
 * or 403 without the permission, 400 for an invalid path.
 */
export type TreeUploads = Static<typeof TreeUploads>;
export const TreeUploads = Type.Object(
  { existing: Type.Array(Type.String(), { description: 'Paths of existing files.' }) },
  { title: 'TreeUploads' },
);

export type TreeUploadCheck = Static<typeof TreeUploadCheck>;
export const TreeUploadCheck = Type.Object(
  { repoKey: Type.String(), path: optional(Type.String()), paths: Type.Array(Type.String()) },
  { title: 'TreeUploadCheck' },
);

/** A repository and a path in it. */
export type TreePlace = Static<typeof TreePlace>;
export const TreePlace = Type.Object(place, { title: 'TreePlace' });

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/plan`: the exact effect of a removal, a copy, a move, or a
 * download of several nodes. Nodes inside other nodes count with those. Up to 500 nodes: 400
 * `TOO_MANY`.
 */
export type TreeSelection = Static<typeof TreeSelection>;
export const TreeSelection = Type.Object(
  {
    what: oneOf(['remove', 'copy', 'move', 'download']),
    nodes: Type.Array(TreePlace, { description: 'Files and folders.' }),
    target: optional(
      Type.Object(place, {
        description: 'Of a copy or move: the target folder; empty path: the repository itself.',
      }),
    ),
  },
  { title: 'TreeSelection' },
);

export type TreePlanLine = Static<typeof TreePlanLine>;
export const TreePlanLine = Type.Object(
  {
    ...place,
    files: Type.Integer(),
    bytes: bytes('Sum of the files'),
    targetPath: optional(Type.String({ description: "Of a copy or move: the node's own new path." })),
    refused: optional(Type.String({ description: 'Reason why the node is left out.' })),
  },
  { title: 'TreePlanLine' },
);

export type TreePlan = Static<typeof TreePlan>;
export const TreePlan = Type.Object(
  {
    nodes: Type.Array(TreePlanLine, { description: 'One entry per call that does it.' }),
    files: Type.Integer({ description: 'Of all nodes that are not left out.' }),
    bytes: bytes('Sum of the files'),
    ...affectedVersions,
    replaces,
    trashDays: optional(
      Type.Integer({
        description:
          'Of a removal: days for which the trash keeps the files. Absent: they are deleted permanently.',
      }),
    ),
  },
  { title: 'TreePlan' },
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
