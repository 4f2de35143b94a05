import { type Static, Type } from '@sinclair/typebox';
import { bytes, oneOf } from './schemaKinds.ts';
import { TreePlace } from './tree.ts';

const optional = Type.Optional;
const place = TreePlace.properties;
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
    targetExists: optional(
      Type.Boolean({ description: 'Of a preview of a copy or move: a file or folder is at the new path.' }),
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
    targetExists: optional(
      Type.Boolean({ description: 'Of a copy or move: a file or folder is at the new path.' }),
    ),
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
