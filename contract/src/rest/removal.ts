import { type Static, Type } from '@sinclair/typebox';
import { nullable, time } from './schemaKinds.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const selection = {
  packages: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 1100, description: '`{type}://{name}`.' }),
      versions: Type.Optional(
        Type.Array(text(256), { minItems: 1, maxItems: 1000, description: 'All by default.' }),
      ),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  repos: Type.Optional(
    Type.Array(text(64), { minItems: 1, maxItems: 1000, description: 'Repositories; all by default.' }),
  ),
};

/**
 * Versions are deleted in two steps. POST `/ui/api/v1/ui/v1/native/removal/plan` with
 * `RemovalSelection` returns the exact effect and changes nothing. POST
 * `/ui/api/v1/ui/v1/native/removal` with `RemovalRequest` does it, unless the effect has changed:
 * 409 `PLAN_CHANGED`. Only versions that the caller can read are found, up to 1000: 400 `TOO_MANY`.
 */
export type RemovalSelection = Static<typeof RemovalSelection>;
export const RemovalSelection = Type.Object(selection, { title: 'RemovalSelection' });

export type RemovalRequest = Static<typeof RemovalRequest>;
export const RemovalRequest = Type.Object(
  { ...selection, digest: Type.String({ minLength: 1, maxLength: 64, description: 'Of the plan.' }) },
  { title: 'RemovalRequest' },
);

export type RemovalLine = Static<typeof RemovalLine>;
export const RemovalLine = Type.Object(
  {
    packageId: Type.String(),
    name: Type.String(),
    packageType: Type.String(),
    version: Type.String(),
    repo: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String(), size: Type.Integer() })),
    bytes: Type.Integer({ description: 'Of the deleted files, without those that other versions need.' }),
    refused: Type.Optional(Type.String({ description: 'Reason why the version is not deleted.' })),
  },
  { title: 'RemovalLine' },
);

export type RemovalPlan = Static<typeof RemovalPlan>;
export const RemovalPlan = Type.Object(
  {
    lines: Type.Array(RemovalLine, {
      description: 'One for each version in each repository that contains it.',
    }),
    repositories: Type.Array(
      Type.Object({
        repo: Type.String(),
        versions: Type.Integer(),
        files: Type.Integer(),
        bytes: Type.Integer(),
      }),
      { description: 'Totals of the deleted versions.' },
    ),
    usedBy: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        total: nullable(Type.Integer()),
        first: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      }),
      { description: 'Packages that need one of the affected packages; up to five for each.' },
    ),
    trashDays: Type.Optional(
      Type.Integer({
        description:
          'Of a preview: days for which the trash keeps the files. Absent: they are deleted permanently.',
      }),
    ),
    digest: Type.String({ description: 'Identifies the plan.' }),
  },
  { title: 'RemovalPlan' },
);

export type RemovalOutcome = Static<typeof RemovalOutcome>;
export const RemovalOutcome = Type.Object(
  {
    removed: Type.Object({ versions: Type.Integer(), files: Type.Integer(), bytes: Type.Integer() }),
    failed: Type.Array(
      Type.Object({
        packageId: Type.String(),
        version: Type.String(),
        repo: Type.String(),
        message: Type.String(),
      }),
    ),
    deletion: Type.Optional(
      Type.String({ description: 'If the trash can restore the versions: the ID of the deletion.' }),
    ),
  },
  { title: 'RemovalOutcome' },
);

/** A version of an npm package that can be published again only with the same content. */
export type UnpublishedVersion = Static<typeof UnpublishedVersion>;
export const UnpublishedVersion = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    sha256: Type.String({ description: 'Of its tarball.' }),
    unpublished: time('ISO 8601.'),
  },
  { title: 'UnpublishedVersion' },
);

/**
 * GET `/artifactory/api/unpublished/{repo}[?name=]`, for administrators; DELETE with `name` and
 * `version` releases one.
 */
export type UnpublishedVersions = Static<typeof UnpublishedVersions>;
export const UnpublishedVersions = Type.Object(
  { unpublished: Type.Array(UnpublishedVersion, { description: 'Newest first, up to 1000.' }) },
  { title: 'UnpublishedVersions' },
);
