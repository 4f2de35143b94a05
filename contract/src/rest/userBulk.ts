import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** POST `/access/api/v2/users/bulk`: enables, disables, or deletes users, all or none. */
export type BulkChange = Static<typeof BulkChange>;
export const BulkChange = Type.Object(
  {
    action: oneOf(['enable', 'disable', 'delete']),
    usernames: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 500 }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Makes the change, reports its effect, and reverts it.' }),
    ),
  },
  { title: 'BulkChange' },
);

export type BulkResult = Static<typeof BulkResult>;
export const BulkResult = Type.Object(
  {
    dry_run: Type.Boolean(),
    users: Type.Array(
      Type.Object({
        username: Type.String(),
        outcome: oneOf(['changed', 'unchanged', 'missing', 'own'], {
          description: '`own`: users cannot change themselves.',
        }),
        tokens: Type.Integer({
          description:
            'Access tokens. They are deleted with the user, and rejected while the user is disabled.',
        }),
        permissions: Type.Array(Type.String(), { description: 'Permissions that name the user.' }),
        groups: Type.Array(Type.String()),
        projects: Type.Array(Type.String(), { description: 'Projects that name the user as a member.' }),
      }),
    ),
  },
  { title: 'BulkResult' },
);

/** POST `/access/api/v2/users/import`: creates users from CSV. */
export type UserImport = Static<typeof UserImport>;
export const UserImport = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 500_000,
      description:
        'The first line has the names of columns: `username`, and any of `email`, `groups` (separated by semicolons), `admin` (`true` or `false`), and `password`. Users without a password sign in with an identity provider, or after a password reset.',
    }),
    dry_run: Type.Optional(Type.Boolean({ description: 'Validates every line and creates no user.' })),
  },
  { title: 'UserImport' },
);

export type UserImportResult = Static<typeof UserImportResult>;
export const UserImportResult = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Number of the line in the text, from 1.' }),
        username: Type.String(),
        outcome: oneOf(['created', 'exists', 'invalid'], { description: 'Existing users are not changed.' }),
        reason: Type.Optional(Type.String({ description: 'Why the line is invalid.' })),
        groups: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Groups of a created user, with those that all new users join.',
          }),
        ),
      }),
    ),
  },
  { title: 'UserImportResult' },
);
