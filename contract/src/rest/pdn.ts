import { type Static, Type } from '@sinclair/typebox';
import { Distribution, PairedEdge } from './edges.ts';
import { nullable, oneOf } from './schemaKinds.ts';

/** The private distribution network: all edges of this server, and the transfers to them. */

const count = Type.Integer({ minimum: 0 });

export type PdnEdge = Static<typeof PdnEdge>;
export const PdnEdge = Type.Object(
  {
    ...PairedEdge.properties,
    state: oneOf(['online', 'offline', 'unknown'], {
      description: 'By the last check. Unknown: not checked within 5 minutes.',
    }),
    version: nullable(Type.String({ description: 'Version of the server. Null: unknown.' })),
    checked: nullable(Type.String({ description: 'Time of the last check.' })),
    checkError: Type.String({ description: 'Error of the last check; empty if it succeeded.' }),
    active: count,
    failed: Type.Integer({ minimum: 0, description: 'Bundle versions whose last transfer failed.' }),
  },
  { title: 'PdnEdge' },
);

/** GET `/tracker/api/v1/pdn/groups`. */
export type PdnGroups = Static<typeof PdnGroups>;
export const PdnGroups = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Empty: edges without a group, the last ones.' }),
        edges: Type.Array(PdnEdge),
      }),
    ),
  },
  { title: 'PdnGroups' },
);

export type PdnTransfer = Static<typeof PdnTransfer>;
export const PdnTransfer = Type.Object(
  { ...Distribution.properties, name: Type.String(), version: Type.String() },
  { title: 'PdnTransfer' },
);

/** GET `/tracker/api/v1/pdn/transfers?edge=&offset=&limit=`: latest first. */
export type PdnTransfers = Static<typeof PdnTransfers>;
export const PdnTransfers = Type.Object(
  { transfers: Type.Array(PdnTransfer), total: Type.Integer() },
  { title: 'PdnTransfers' },
);
