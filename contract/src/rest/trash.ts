import { type Static, Type } from '@sinclair/typebox';
import { time } from './schemaKinds.ts';

const uuid = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description });

/** A deleted version or file that can be restored. GET `/ui/api/v1/ui/trash` lists them. */
export type TrashItem = Static<typeof TrashItem>;
export const TrashItem = Type.Object(
  {
    id: Type.String(),
    deletion: Type.String({ description: 'The deletion: its items can be restored together.' }),
    repo: Type.String(),
    packageType: Type.String({ description: 'Format of the repository.' }),
    packageId: Type.Optional(Type.String({ description: '`{type}://{name}`; absent for a file.' })),
    name: Type.String({ description: 'Name of the package, or path of the file.' }),
    version: Type.Optional(Type.String()),
    path: Type.String({ description: 'Path of the first file.' }),
    files: Type.Integer(),
    bytes: Type.Integer(),
    deleted: time('ISO 8601.'),
    deletedBy: Type.String(),
    expires: time('When it is deleted permanently.'),
  },
  { title: 'TrashItem' },
);

export type TrashPage = Static<typeof TrashPage>;
export const TrashPage = Type.Object(
  {
    items: Type.Array(TrashItem, { description: 'Newest deletion first.' }),
    next: Type.Optional(Type.String({ description: 'Cursor of the next page. Absent on the last page.' })),
  },
  { title: 'TrashPage' },
);

/** POST `/ui/api/v1/ui/trash/restore`: restores items, or all items of a deletion. */
export type TrashRestoration = Static<typeof TrashRestoration>;
export const TrashRestoration = Type.Object(
  {
    items: Type.Optional(Type.Array(uuid('ID of an item.'), { minItems: 1, maxItems: 200 })),
    deletions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: 50 }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 1000, description: '`next` of the response of the request before.' }),
    ),
  },
  { title: 'TrashRestoration', additionalProperties: false },
);

export type TrashOutcome = Static<typeof TrashOutcome>;
export const TrashOutcome = Type.Object(
  {
    restored: Type.Array(TrashItem),
    failed: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), repo: Type.String(), message: Type.String() }),
      { description: 'Items that stay in the trash, with the reason.' },
    ),
    next: Type.Optional(
      Type.String({ description: 'There are more items: repeat the request with this as `cursor`.' }),
    ),
  },
  { title: 'TrashOutcome' },
);

/** GET and PUT `/ui/api/v1/ui/trash/settings`, for administrators. */
export type TrashSettings = Static<typeof TrashSettings>;
export const TrashSettings = Type.Object(
  {
    days: Type.Integer({
      minimum: 0,
      maximum: 365,
      description: 'Days until items are deleted permanently; 14 by default. 0 turns the trash off.',
    }),
    excluded: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 1000,
      uniqueItems: true,
      description: 'Repositories whose content is deleted permanently.',
    }),
  },
  { title: 'TrashSettings', additionalProperties: false },
);

/** GET `/ui/api/v1/ui/trash/usage`, for administrators. */
export type TrashUsage = Static<typeof TrashUsage>;
export const TrashUsage = Type.Object(
  {
    items: Type.Integer(),
    files: Type.Integer(),
    bytes: Type.Integer({ description: 'Size of the deleted files.' }),
    storedBytes: Type.Integer({ description: 'Stored content that only the trash uses.' }),
  },
  { title: 'TrashUsage' },
);
