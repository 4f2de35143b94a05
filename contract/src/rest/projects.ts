import { type Static, Type } from '@sinclair/typebox';

import { oneOf } from './schemaKinds.ts';

/**
 * Projects, their members, and environments. Paths are under `/access/api/v1` unless they start
 * with `/ui`.
 */

/** Permissions of a project's administrators. */
export type ProjectAdminPrivileges = Static<typeof ProjectAdminPrivileges>;
export const ProjectAdminPrivileges = Type.Object(
  {
    manage_members: Type.Boolean(),
    manage_resources: Type.Boolean({ description: "Make, change and delete the project's repositories." }),
    index_resources: Type.Boolean({
      description: 'Kept for the scanning service; nothing asks for it here.',
    }),
  },
  { title: 'ProjectAdminPrivileges' },
);

/**
 * GET `/projects` returns the caller's projects, for administrators all; GET, PUT, DELETE
 * `/projects/{key}`.
 */
export type Project = Static<typeof Project>;
export const Project = Type.Object(
  {
    project_key: Type.String({
      description:
        'Begins with a lower-case letter; lower-case letters, digits and hyphens, up to 128. Never changes.',
    }),
    display_name: Type.String(),
    description: Type.String(),
    admin_privileges: ProjectAdminPrivileges,
    storage_quota_bytes: Type.Number({
      description:
        '-1: no limit. Otherwise, uploads are rejected once all files of the project have this size.',
    }),
  },
  { title: 'Project' },
);

const displayName = Type.String({ minLength: 1, maxLength: 200 });
const projectSettings = {
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  admin_privileges: Type.Optional(
    Type.Partial(
      Type.Object({
        manage_members: Type.Boolean(),
        manage_resources: Type.Boolean(),
        index_resources: Type.Boolean(),
      }),
      { additionalProperties: false },
    ),
  ),
  storage_quota_bytes: Type.Optional(Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })),
};

/** POST `/projects`, for administrators. */
export type NewProject = Static<typeof NewProject>;
export const NewProject = Type.Object(
  { project_key: Type.String(), display_name: displayName, ...projectSettings },
  { title: 'NewProject' },
);

/**
 * PUT `/projects/{key}`: omitted fields do not change. A project's administrators change its name
 * and description.
 */
export type ProjectChange = Static<typeof ProjectChange>;
export const ProjectChange = Type.Object(
  { display_name: Type.Optional(displayName), ...projectSettings },
  { title: 'ProjectChange' },
);

export type ProjectRole = Static<typeof ProjectRole>;
export const ProjectRole = oneOf([
  'Project Admin',
  'Developer',
  'Contributor',
  'Viewer',
  'Release Manager',
  'Security Manager',
]);

/** PUT `/projects/{key}/users|groups/{name}`; omitted fields of the body come from the URL. */
export type ProjectMember = Static<typeof ProjectMember>;
export const ProjectMember = Type.Object(
  { name: Type.String(), roles: Type.Array(ProjectRole) },
  { title: 'ProjectMember' },
);

/** GET `/projects/{key}/users` and `/projects/{key}/groups`. */
export type ProjectMembers = Static<typeof ProjectMembers>;
export const ProjectMembers = Type.Object(
  { members: Type.Array(ProjectMember) },
  { title: 'ProjectMembers' },
);

/** GET `/projects/{key}/roles` returns a list. */
export type ProjectRoleDescription = Static<typeof ProjectRoleDescription>;
export const ProjectRoleDescription = Type.Object(
  {
    name: ProjectRole,
    description: Type.String(),
    type: oneOf(['PREDEFINED']),
    actions: Type.Array(oneOf(['READ', 'WRITE', 'DELETE', 'ANNOTATE', 'MANAGE']), {
      description: "In the project's repositories.",
    }),
  },
  { title: 'ProjectRoleDescription' },
);

/**
 * GET `/environments` returns a list; POST and DELETE `/environments/{name}` require an
 * administrator.
 */
export type Environment = Static<typeof Environment>;
export const Environment = Type.Object({ name: Type.String() }, { title: 'Environment' });

/**
 * GET `/ui/api/v1/access/projects/{key}`: 404 `PROJECT_NOT_FOUND`, also for a project that the
 * caller does not belong to.
 */
export type ProjectChoice = Static<typeof ProjectChoice>;
export const ProjectChoice = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    administers: Type.Boolean({
      description: "The caller administers it, as the project's administrator or the platform's.",
    }),
  },
  { title: 'ProjectChoice' },
);

/**
 * GET `/ui/api/v1/access/projects?search=&limit=&after=`: projects to select from, by name, up to
 * 1000, 100 by default. `after` is `next` of the previous response; 400 `BAD_CURSOR` for an invalid
 * one.
 */
export type ProjectChoices = Static<typeof ProjectChoices>;
export const ProjectChoices = Type.Object(
  {
    projects: Type.Array(ProjectChoice),
    total: Type.Number({
      description: 'How many there are that the caller belongs to and that `search` finds in name or key.',
    }),
    next: Type.Optional(Type.String({ description: 'For those that follow; absent: there are none.' })),
    mayCreate: Type.Boolean({ description: 'The caller may make projects.' }),
  },
  { title: 'ProjectChoices' },
);
