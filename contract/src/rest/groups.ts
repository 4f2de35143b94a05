/** Groups, under `/access/api/v2/groups`, for administrators. */

/** GET `/[?limit=&cursor=]`: a page as of `PermissionPage`. */
export interface GroupPage {
  groups: GroupSummary[];
  cursor?: string;
}

export interface GroupSummary {
  group_name: string;
  uri: string;
  description: string;
  auto_join: boolean;
  admin_privileges: boolean;
  members_count: number;
}

/** GET `/{name}`, and the answer to POST and PATCH. */
export interface GroupDetails {
  name: string;
  description: string;
  /** New users become members. */
  auto_join: boolean;
  /** Members are administrators. */
  admin_privileges: boolean;
  /** Names of users. */
  members: string[];
}

/** PATCH `/{name}`: what is left out stays. */
export type GroupPatch = Omit<Partial<GroupDetails>, 'name'>;

/** POST `/`. */
export interface NewGroup extends GroupPatch {
  name: string;
}

/** PATCH `/{name}/members`: answered with `{members}`. */
export interface GroupMembersChange {
  add?: string[];
  remove?: string[];
}
