import { type Static, Type } from '@sinclair/typebox';
import { mapOf, oneOf, time } from './schemaKinds.ts';

/** Users, tokens, and permissions, under `/access/api`. */

const lastLoggedIn = Type.Optional(time('Time of the last sign-in. Absent before the first one.'));
const status = oneOf(['enabled', 'disabled']);

export type UserSummary = Static<typeof UserSummary>;
export const UserSummary = Type.Object(
  {
    username: Type.String(),
    uri: Type.String(),
    realm: Type.String({ description: 'Identity provider of the user.' }),
    status,
    email: Type.String(),
    admin: Type.Boolean({ description: 'Administrator, also through a group.' }),
    groups: Type.Array(Type.String()),
    last_logged_in: lastLoggedIn,
  },
  { title: 'UserSummary' },
);

/** GET `/v2/users[?limit=&cursor=]`: a page like `PermissionPage`. */
export type UserPage = Static<typeof UserPage>;
const nextCursor = Type.Optional(
  Type.String({ description: 'Value of `cursor` for the next page. Absent on the last page.' }),
);
export const UserPage = Type.Object(
  { users: Type.Array(UserSummary), cursor: nextCursor },
  { title: 'UserPage' },
);

/** GET `/v2/users/{name}`, and the response to POST and PATCH. */
export type UserDetails = Static<typeof UserDetails>;
export const UserDetails = Type.Object(
  {
    username: Type.String(),
    email: Type.String(),
    admin: Type.Boolean({ description: 'Administrator, also through a group.' }),
    profile_updatable: Type.Boolean(),
    disable_ui_access: Type.Boolean(),
    internal_password_disabled: Type.Boolean({
      description: 'Signs in with an identity provider or with tokens only.',
    }),
    groups: Type.Array(Type.String()),
    realm: Type.String({ description: 'Identity provider of the user.' }),
    status,
    mfa_status: oneOf(['NONE', 'ENROLLED']),
    last_logged_in: lastLoggedIn,
  },
  { title: 'UserDetails' },
);

const userChanges = {
  email: Type.Optional(Type.String({ maxLength: 320 })),
  password: Type.Optional(Type.String()),
  password_expired: Type.Optional(
    Type.Boolean({ description: 'The user has to change the password at the next sign-in.' }),
  ),
  admin: Type.Optional(Type.Boolean()),
  profile_updatable: Type.Optional(Type.Boolean()),
  disable_ui_access: Type.Optional(Type.Boolean()),
  internal_password_disabled: Type.Optional(Type.Boolean()),
  status: Type.Optional(status),
  groups: Type.Optional(Type.Array(Type.String())),
};

/** PATCH `/v2/users/{name}`: omitted fields do not change. */
export type UserPatch = Static<typeof UserPatch>;
export const UserPatch = Type.Object(userChanges, { title: 'UserPatch' });

/** POST `/v2/users`. */
export type NewUser = Static<typeof NewUser>;
export const NewUser = Type.Object(
  {
    username: Type.String({ minLength: 1 }),
    ...userChanges,
    groups: Type.Optional(
      Type.Array(Type.String(), {
        description: 'In addition to the groups that all new users join. An empty list: no groups at all.',
      }),
    ),
  },
  { title: 'NewUser' },
);

/** POST `/v1/tokens`: every field is optional. */
export type NewToken = Static<typeof NewToken>;
export const NewToken = Type.Object(
  {
    grant_type: Type.Optional(oneOf(['client_credentials', 'refresh_token'])),
    refresh_token: Type.Optional(Type.String({ description: 'Only with `grant_type: refresh_token`.' })),
    username: Type.Optional(
      Type.String({ description: 'The caller by default; administrators can specify another user.' }),
    ),
    scope: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          '`applied-permissions/user` by default, `applied-permissions/admin`, or any number of `repository:{key or *}:{read,deploy,delete,annotate,manage}`, separated by spaces.',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Seconds, up to the maximum lifetime that administrators set, which is also the default. Without a maximum the default is one year, and administrators can specify 0 for never.',
      }),
    ),
    refreshable: Type.Optional(Type.Boolean()),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { title: 'NewToken' },
);

/** Contains the secrets, which are shown only once. */
export type IssuedTokenAnswer = Static<typeof IssuedTokenAnswer>;
export const IssuedTokenAnswer = Type.Object(
  {
    token_id: Type.String(),
    access_token: Type.String(),
    refresh_token: Type.Optional(Type.String()),
    expires_in: Type.Integer({ description: 'Seconds; 0 means never.' }),
    scope: Type.String(),
    token_type: oneOf(['Bearer']),
  },
  { title: 'IssuedToken' },
);

/** Times in seconds since 1970. */
export type TokenSummary = Static<typeof TokenSummary>;
export const TokenSummary = Type.Object(
  {
    token_id: Type.String(),
    subject: Type.String({ description: 'Name of the user.' }),
    scope: Type.String(),
    description: Type.String(),
    issued_at: Type.Integer({ description: 'Seconds since 1970.' }),
    expiry: Type.Optional(Type.Integer({ description: 'Seconds since 1970. Absent: never expires.' })),
    last_used: Type.Optional(Type.Integer({ description: 'Seconds since 1970.' })),
    refreshable: Type.Boolean(),
  },
  { title: 'TokenSummary' },
);

/** POST `/v1/tokens/revoke`. */
export type RevokeTokens = Static<typeof RevokeTokens>;
export const RevokeTokens = Type.Object(
  { token_ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 1000 }) },
  { title: 'RevokeTokens' },
);

export type RevokedTokens = Static<typeof RevokedTokens>;
export const RevokedTokens = Type.Object(
  {
    revoked: Type.Integer({
      description: 'Number of tokens. The others were expired or revoked, or belong to other users.',
    }),
  },
  { title: 'RevokedTokens' },
);

/** GET `/v1/tokens[?username=]`: the caller's own tokens, for administrators those of all users. */
export type TokenList = Static<typeof TokenList>;
export const TokenList = Type.Object(
  {
    tokens: Type.Array(TokenSummary),
    cursor: Type.Optional(
      Type.String({ description: '`cursor` of the next page. Absent on the last page.' }),
    ),
    max_expires_in: Type.Optional(
      Type.Integer({ description: 'Maximum lifetime of new tokens in seconds. Absent if there is none.' }),
    ),
  },
  { title: 'TokenList' },
);

export type PermissionAction = Static<typeof PermissionAction>;
export const PermissionAction = oneOf(['READ', 'WRITE', 'DELETE', 'ANNOTATE', 'MANAGE']);

const grantedOrNone = mapOf(Type.Array(PermissionAction), {
  description: 'Actions by name. Default: none.',
  default: {},
});
const patterns = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 }));

const target = Type.Object(
  { include_patterns: patterns, exclude_patterns: patterns },
  { additionalProperties: false },
);

/** Actions by user and group, and the repositories in which they are granted. */
export type ResourcePermission = Static<typeof ResourcePermission>;
export const ResourcePermission = Type.Object(
  {
    // Existing scripts send only one of them.
    actions: Type.Object({ users: grantedOrNone, groups: grantedOrNone }, { additionalProperties: false }),
    // Unknown fields are rejected: a misspelled field would grant the whole repository.
    targets: mapOf(target, {
      description:
        'By repository key; `ANY` is every repository. Patterns can contain `*`, `**`, and `?`. Without include patterns, all paths are included.',
    }),
  },
  { title: 'ResourcePermission' },
);

export type PermissionSummary = Static<typeof PermissionSummary>;
export const PermissionSummary = Type.Object(
  {
    name: Type.String(),
    uri: Type.String(),
    repositories: Type.Array(Type.String(), {
      description: 'Repository keys; `ANY` is every repository.',
    }),
    builds: Type.Boolean({ description: 'Applies to builds, too.' }),
    users: Type.Array(Type.String()),
    groups: Type.Array(Type.String()),
  },
  { title: 'PermissionSummary' },
);

/**
 * GET `/v2/permissions[?limit=&cursor=]`: sorted by name. `limit` is 1 to 99,999; without it the
 * whole list is returned. `cursor` is present if there are more, for the next page.
 */
export type PermissionPage = Static<typeof PermissionPage>;
export const PermissionPage = Type.Object(
  { permissions: Type.Array(PermissionSummary), cursor: nextCursor },
  { title: 'PermissionPage' },
);

/** `artifact` applies to files; `build` and `release_bundle` have patterns of names. */
export const PermissionResources = Type.Object(
  {
    artifact: Type.Optional(ResourcePermission),
    build: Type.Optional(ResourcePermission),
    release_bundle: Type.Optional(ResourcePermission),
  },
  {
    // An unknown resource would be stored and grant nothing.
    additionalProperties: false,
    description:
      '`artifact` applies to files in repositories. `build` applies to build-info: its target is `artifactory-build-info`, and its patterns match names of builds. `release_bundle` applies to release bundles: its target is `release-bundles-v2`, and its patterns match names of bundles. A change does not affect omitted resources.',
  },
);

/** PUT `/v2/permissions/{name}`. */
export type PermissionChange = Static<typeof PermissionChange>;
export const PermissionChange = Type.Object(
  { resources: PermissionResources },
  { title: 'PermissionChange' },
);

/** POST `/v2/permissions`. */
export type NewPermission = Static<typeof NewPermission>;
export const NewPermission = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }), resources: PermissionResources },
  { title: 'NewPermission' },
);

/** GET `/v2/permissions/{name}`, and the response to POST and PUT. */
export type Permission = Static<typeof Permission>;
export const Permission = Type.Object(
  { name: Type.String(), resources: PermissionResources },
  { title: 'Permission' },
);
