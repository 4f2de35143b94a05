import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';
import { NewPermission } from './users.ts';

/** Effective permissions, under `/access/api/v1/effective`. */

export type RepositoryAction = Static<typeof RepositoryAction>;
export const RepositoryAction = oneOf(['read', 'deploy', 'delete', 'annotate', 'manage']);

/** A rule that grants an action. */
export type AccessReason = Static<typeof AccessReason>;
export const AccessReason = Type.Object(
  {
    kind: oneOf(['administrator', 'permission', 'project'], {
      description:
        '`administrator`: every action. `permission`: a permission names the user or a group. `project`: a role in the project of the repository.',
    }),
    permission: Type.Optional(Type.String({ description: 'Name of the permission.' })),
    project: Type.Optional(Type.String({ description: 'Key of the project.' })),
    roles: Type.Optional(
      Type.Array(Type.String(), { description: 'Roles in the project that include the action.' }),
    ),
    groups: Type.Array(Type.String(), { description: 'Groups that the rule applies through.' }),
    direct: Type.Boolean({ description: 'The rule names the user.' }),
    any_repository: Type.Optional(
      Type.Boolean({ description: 'The permission applies to all repositories.' }),
    ),
    repository_class: Type.Optional(
      Type.String({
        description: 'The permission applies to all repositories of this class: `local` or `remote`.',
      }),
    ),
    member: Type.Optional(
      Type.String({ description: 'Member of a virtual repository in which the rule grants the action.' }),
    ),
    include_patterns: Type.Optional(Type.Array(Type.String())),
    exclude_patterns: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'AccessReason' },
);

export type EffectiveAction = Static<typeof EffectiveAction>;
export const EffectiveAction = Type.Object(
  {
    action: RepositoryAction,
    reasons: Type.Array(AccessReason, { description: 'Up to 20 rules.' }),
    more_reasons: Type.Optional(Type.Integer({ description: 'Number of rules that are not listed.' })),
  },
  { title: 'EffectiveAction' },
);

/** GET `/path`: users who have any permission on a path of a repository. */
export type PathAccess = Static<typeof PathAccess>;
export const PathAccess = Type.Object(
  {
    repository: Type.String(),
    type: oneOf(['local', 'remote', 'virtual']),
    path: Type.Optional(Type.String({ description: 'Absent: any path of the repository.' })),
    administrators_only: Type.Boolean({
      description: 'Only administrators can change the content, whatever permissions grant.',
    }),
    users: Type.Array(
      Type.Object({
        user: Type.String({ description: '`anonymous`: everyone who is not signed in.' }),
        actions: Type.Array(EffectiveAction, {
          description: 'Only actions that the user has permission for.',
        }),
      }),
      { description: 'Sorted by name. Disabled users are omitted.' },
    ),
    cursor: Type.Optional(
      Type.String({ description: 'Value of `cursor` for the next page. Absent on the last page.' }),
    ),
  },
  { title: 'PathAccess' },
);

/** GET `/users/{name}`: what a user can do in which repositories. */
export type UserAccess = Static<typeof UserAccess>;
export const UserAccess = Type.Object(
  {
    user: Type.String(),
    status: oneOf(['enabled', 'disabled'], { description: 'A disabled user has no permission.' }),
    admin: Type.Boolean({ description: 'Administrator, also through a group.' }),
    groups: Type.Array(Type.String()),
    repositories: Type.Array(
      Type.Object({
        repository: Type.String(),
        type: oneOf(['local', 'remote', 'virtual']),
        actions: Type.Array(EffectiveAction),
      }),
      { description: 'Sorted by key. Only repositories with any permission.' },
    ),
    cursor: Type.Optional(
      Type.String({ description: 'Value of `cursor` for the next page. Absent on the last page.' }),
    ),
  },
  { title: 'UserAccess' },
);

/** POST `/draft`: a permission as it would be after a change, saved or not. */
export type PermissionDraft = Static<typeof PermissionDraft>;
export const PermissionDraft = Type.Object(
  {
    ...NewPermission.properties,
    deleted: Type.Optional(Type.Boolean({ description: 'The permission would be deleted.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 by default.' })),
    cursor: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { title: 'PermissionDraft', additionalProperties: false },
);

/** Effect of a draft on one user in one place. */
export type DraftEffect = Static<typeof DraftEffect>;
export const DraftEffect = Type.Object(
  {
    resource: oneOf(['artifact', 'build', 'release_bundle']),
    repository: Type.Optional(
      Type.String({ description: 'Key of a repository, or `ANY`. Absent for builds and release bundles.' }),
    ),
    gained: Type.Array(RepositoryAction),
    lost: Type.Array(RepositoryAction),
    changed: Type.Array(RepositoryAction, {
      description: 'Actions that the user keeps, but on other paths or by other rules.',
    }),
  },
  { title: 'DraftEffect' },
);

/** What a draft changes, by user. */
export type DraftEffects = Static<typeof DraftEffects>;
export const DraftEffects = Type.Object(
  {
    examined: Type.Integer({ description: 'Number of users on this page that the permission names.' }),
    users: Type.Array(Type.Object({ user: Type.String(), effects: Type.Array(DraftEffect) }), {
      description: 'Users for whom something changes, sorted by name. Administrators have all permissions.',
    }),
    cursor: Type.Optional(
      Type.String({ description: 'Value of `cursor` for the next page. Absent on the last page.' }),
    ),
  },
  { title: 'DraftEffects' },
);

/** POST `/matches`: patterns of a permission. */
export type PatternQuery = Static<typeof PatternQuery>;
const listOfPatterns = Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 });
export const PatternQuery = Type.Object(
  {
    resource: oneOf(['artifact', 'build', 'release_bundle']),
    repository: Type.Optional(
      Type.String({ maxLength: 128, description: 'Required for `artifact`; `ANY` is every repository.' }),
    ),
    include_patterns: listOfPatterns,
    exclude_patterns: listOfPatterns,
  },
  { title: 'PatternQuery', additionalProperties: false },
);

/** What patterns match now. */
export type PatternMatches = Static<typeof PatternMatches>;
export const PatternMatches = Type.Object(
  {
    count: Type.Integer({ description: 'Number of matching files, builds, or release bundles.' }),
    total: Type.Integer({ description: 'Number of those that were examined.' }),
    complete: Type.Boolean({
      description: 'Whether all were examined: of files, only the first 100,000 are.',
    }),
    examples: Type.Array(Type.String(), { description: 'Up to 10 matches.' }),
  },
  { title: 'PatternMatches' },
);
