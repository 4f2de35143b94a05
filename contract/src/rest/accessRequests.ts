import { type Static, Type } from '@sinclair/typebox';
import { ProjectRole } from './projects.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

export const REQUESTABLE_ACTIONS = ['read', 'deploy', 'delete', 'annotate'] as const;
export type RequestableAction = (typeof REQUESTABLE_ACTIONS)[number];
const action = oneOf(REQUESTABLE_ACTIONS);

export type AccessRequestState = (typeof states)[number];
const states = ['open', 'granted', 'declined', 'withdrawn'] as const;

const own = {
  id: Type.String(),
  repository: Type.String({ description: 'Key as the user entered it. Such a repository may not exist.' }),
  path: Type.String({ description: 'Path of a file or folder. Empty: the whole repository.' }),
  action,
  reason: Type.String({ description: 'Text of the user; can be empty.' }),
  state: oneOf(states),
  created: time('When the user asked.'),
  decided: nullable(time('When it was granted, declined, or withdrawn. Null while it is open.')),
  answer: Type.String({ description: 'Text of the administrator who declined; can be empty.' }),
};

/** A request of the caller for access. It reveals nothing about the repository. */
export type OwnAccessRequest = Static<typeof OwnAccessRequest>;
export const OwnAccessRequest = Type.Object(own, { title: 'OwnAccessRequest' });

/** GET `/ui/api/v1/ui/access_requests/own`: the caller's requests. */
export type OwnAccessRequests = Static<typeof OwnAccessRequests>;
export const OwnAccessRequests = Type.Object(
  { requests: Type.Array(OwnAccessRequest, { description: 'Newest first, at most 50.' }) },
  { title: 'OwnAccessRequests' },
);

/** POST `/ui/api/v1/ui/access_requests`: asks for access. */
export type NewAccessRequest = Static<typeof NewAccessRequest>;
export const NewAccessRequest = Type.Object(
  {
    repository: Type.String({ minLength: 1, maxLength: 128 }),
    path: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Path of a file or folder. Absent: the whole repository.',
      }),
    ),
    action,
    reason: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { title: 'NewAccessRequest', additionalProperties: false },
);

/** A request as those see it who can decide about it. */
export type AccessRequest = Static<typeof AccessRequest>;
export const AccessRequest = Type.Object(
  {
    ...own,
    user: Type.String(),
    decidedBy: nullable(Type.String()),
    exists: Type.Boolean({ description: 'Whether the repository exists.' }),
    project: nullable(Type.String({ description: 'Key of the project of the repository.' })),
  },
  { title: 'AccessRequest' },
);

/** GET `/ui/api/v1/ui/access_requests`: requests that the caller can decide about. */
export type AccessRequestPage = Static<typeof AccessRequestPage>;
export const AccessRequestPage = Type.Object(
  {
    requests: Type.Array(AccessRequest, { description: 'Newest first.' }),
    next: Type.Optional(Type.String({ description: 'Cursor of the next page. Absent on the last page.' })),
  },
  { title: 'AccessRequestPage' },
);

/** GET `/ui/api/v1/ui/access_requests/{id}/options`: how the caller can grant a request. */
export type AccessRequestOptions = Static<typeof AccessRequestOptions>;
export const AccessRequestOptions = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether the user has the permission already.' }),
    permissions: Type.Array(
      Type.Object({
        name: Type.String(),
        repositories: Type.Array(Type.String(), { description: 'Its first repositories, at most 5.' }),
        count: Type.Integer({ description: 'Number of its repositories. `ANY` counts as one.' }),
      }),
      { description: 'Permissions that include the path, for administrators; at most 100.' },
    ),
    groups: Type.Array(Type.String(), {
      description:
        'Groups with the permission, for administrators; without administrator groups; at most 100.',
    }),
    roles: Type.Array(ProjectRole, { description: 'Roles of the project with the permission.' }),
    project: nullable(Type.String({ description: 'Key of the project of the repository.' })),
  },
  { title: 'AccessRequestOptions' },
);

/**
 * POST `/ui/api/v1/ui/access_requests/{id}/grant`. Without a way, the user must have the permission
 * already, for example by a new permission.
 */
export type AccessGrant = Static<typeof AccessGrant>;
export const AccessGrant = Type.Object(
  {
    permission: Type.Optional(
      Type.String({ maxLength: 200, description: 'Permission that the user is added to.' }),
    ),
    group: Type.Optional(Type.String({ maxLength: 64, description: 'Group that the user is added to.' })),
    role: Type.Optional(ProjectRole),
  },
  { title: 'AccessGrant', additionalProperties: false, maxProperties: 1 },
);

/** POST `/ui/api/v1/ui/access_requests/{id}/decline`. */
export type AccessDecline = Static<typeof AccessDecline>;
export const AccessDecline = Type.Object(
  { answer: Type.Optional(Type.String({ maxLength: 1000 })) },
  { title: 'AccessDecline', additionalProperties: false },
);
