import { type Static, Type } from '@sinclair/typebox';

/** Groups, under `/access/api/v2/groups`, for administrators. */

export type GroupSummary = Static<typeof GroupSummary>;
export const GroupSummary = Type.Object(
  {
    group_name: Type.String(),
    uri: Type.String(),
    description: Type.String(),
    auto_join: Type.Boolean(),
    admin_privileges: Type.Boolean(),
    members_count: Type.Integer(),
  },
  { title: 'GroupSummary' },
);

/** GET `/[?limit=&cursor=]`: a page like `PermissionPage`. */
export type GroupPage = Static<typeof GroupPage>;
export const GroupPage = Type.Object(
  {
    groups: Type.Array(GroupSummary),
    cursor: Type.Optional(
      Type.String({ description: 'Value of `cursor` for the next page. Absent on the last page.' }),
    ),
  },
  { title: 'GroupPage' },
);

/** GET `/{name}`, and the response to POST and PATCH. */
export type GroupDetails = Static<typeof GroupDetails>;
export const GroupDetails = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    auto_join: Type.Boolean({ description: 'New users become members.' }),
    admin_privileges: Type.Boolean({ description: 'Members are administrators.' }),
    members: Type.Array(Type.String(), { description: 'Names of users.' }),
  },
  { title: 'GroupDetails' },
);

const userNames = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 10_000 });
const changes = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  auto_join: Type.Optional(Type.Boolean()),
  admin_privileges: Type.Optional(Type.Boolean()),
  members: Type.Optional(userNames),
};

/** PATCH `/{name}`: omitted fields do not change. */
export type GroupPatch = Static<typeof GroupPatch>;
export const GroupPatch = Type.Object(changes, { title: 'GroupPatch' });

/** POST `/`. */
export type NewGroup = Static<typeof NewGroup>;
export const NewGroup = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 256 }), ...changes },
  { title: 'NewGroup' },
);

/** PATCH `/{name}/members`. */
export type GroupMembersChange = Static<typeof GroupMembersChange>;
export const GroupMembersChange = Type.Object(
  { add: Type.Optional(userNames), remove: Type.Optional(userNames) },
  { title: 'GroupMembersChange' },
);

/** The response to PATCH `/{name}/members`. */
export const GroupMembers = Type.Object({ members: Type.Array(Type.String()) }, { title: 'GroupMembers' });
