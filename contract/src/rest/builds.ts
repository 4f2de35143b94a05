import { type Static, Type } from '@sinclair/typebox';
import { nullable, time } from './schemaKinds.ts';

/**
 * Builds in the console; for the API of clients, see `buildInfo.ts`. Paths are under
 * `/ui/api/v1/ui`.
 */

const optional = Type.Optional;

/** GET `/builds[?search=]`: the builds that the caller can read, last started first. */
export type BuildOverview = Static<typeof BuildOverview>;
export const BuildOverview = Type.Object(
  {
    builds: Type.Array(
      Type.Object({
        name: Type.String(),
        runs: Type.Integer(),
        lastNumber: Type.String(),
        lastStarted: Type.String(),
      }),
    ),
    truncated: Type.Boolean({ description: 'More builds exist: a search finds them.' }),
  },
  { title: 'BuildOverview' },
);

export type BuildRun = Static<typeof BuildRun>;
export const BuildRun = Type.Object(
  {
    number: Type.String(),
    started: Type.String(),
    createdBy: Type.String(),
    modules: Type.Integer(),
    made: Type.Integer({ description: 'Artifacts.' }),
    used: Type.Integer({ description: 'Dependencies.' }),
    status: Type.String({ description: 'Of the last promotion with a status; empty: none.' }),
  },
  { title: 'BuildRun' },
);

/** GET `/builds/{name}[?after=]`: last started first. */
export type BuildRuns = Static<typeof BuildRuns>;
export const BuildRuns = Type.Object(
  {
    name: Type.String(),
    runs: Type.Array(BuildRun),
    next: nullable(Type.String({ description: '`after` for the next page. Null: this is the last page.' })),
  },
  { title: 'BuildRuns' },
);

export type BuildDetailFile = Static<typeof BuildDetailFile>;
export const BuildDetailFile = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    sha1: Type.String(),
    sha256: Type.String(),
    scopes: Type.Array(Type.String()),
    found: Type.Array(
      Type.Object({
        repo: Type.String(),
        path: Type.String(),
        package: optional(Type.Object({ type: Type.String(), name: Type.String(), version: Type.String() })),
      }),
      { description: 'A few files with the same content that the caller can read.' },
    ),
  },
  { title: 'BuildDetailFile' },
);

/** A promotion of a run. */
export type BuildPromotion = Static<typeof BuildPromotion>;
export const BuildPromotion = Type.Object(
  {
    status: Type.String(),
    comment: Type.String(),
    repository: optional(
      Type.String({ description: 'Target of its files; absent: only the status changed.' }),
    ),
    copied: optional(Type.Boolean({ description: 'The files also stayed in their repository.' })),
    files: Type.Integer({ description: 'Moved or copied files.' }),
    user: Type.String(),
    ciUser: Type.String({ description: 'User of the build server; can be empty.' }),
    timestamp: time('ISO 8601.'),
  },
  { title: 'BuildPromotion' },
);

/** GET `/builds/{name}/{number}[?started=]`. */
export type BuildDetails = Static<typeof BuildDetails>;
export const BuildDetails = Type.Object(
  {
    name: Type.String(),
    number: Type.String(),
    started: Type.String(),
    createdBy: Type.String(),
    agent: Type.String({ description: 'Name and version, if the build has them.' }),
    buildAgent: Type.String(),
    url: optional(Type.String({ description: 'Page of the build server; HTTP or HTTPS.' })),
    duration: optional(Type.Number({ description: 'In milliseconds.' })),
    vcs: Type.Array(
      Type.Object({
        url: Type.String(),
        revision: Type.String(),
        branch: Type.String(),
        message: Type.String(),
      }),
    ),
    modules: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        artifacts: Type.Array(BuildDetailFile),
        dependencies: Type.Array(BuildDetailFile),
      }),
    ),
    otherRuns: Type.Array(Type.String(), { description: 'Other runs with the same number.' }),
    promotions: Type.Array(BuildPromotion, {
      description: 'Newest first. The first one has the current status.',
    }),
    mayPromote: Type.Boolean(),
  },
  { title: 'BuildDetails' },
);

/**
 * A promotion has two steps: POST `/builds/{name}/{number}/promotion/plan[?started=]` with
 * `BuildPromotionRequest` returns the effect on each file and changes nothing. POST `…/promotion`
 * with the same body and `digest` does exactly that: 409 `PLAN_CHANGED` if the effect has changed.
 */
export type BuildPromotionLine = Static<typeof BuildPromotionLine>;
export const BuildPromotionLine = Type.Object(
  {
    name: Type.String({ description: 'As the build calls it.' }),
    from: optional(
      Type.Object(
        { repo: Type.String(), path: Type.String() },
        { description: 'Absent: not found in any repository that the caller can read.' },
      ),
    ),
    size: Type.Integer(),
    there: optional(Type.Boolean({ description: 'The target contains it already.' })),
    replaces: optional(Type.Boolean({ description: 'Replaces another file in the target.' })),
    refused: optional(Type.String({ description: 'Reason why the file is not moved or copied.' })),
  },
  { title: 'BuildPromotionLine' },
);

export type BuildPromotionPlan = Static<typeof BuildPromotionPlan>;
export const BuildPromotionPlan = Type.Object(
  {
    lines: Type.Array(BuildPromotionLine),
    files: Type.Integer({ description: 'Moved or copied files.' }),
    bytes: Type.Integer(),
    digest: Type.String({ description: 'Identifies the plan.' }),
  },
  { title: 'BuildPromotionPlan' },
);

export type FileBuild = Static<typeof FileBuild>;
export const FileBuild = Type.Object(
  { name: Type.String(), number: Type.String(), started: Type.String() },
  { title: 'FileBuild' },
);

/** GET `/fileBuilds?repoKey=&path=`: builds that the caller can read, last started first. */
export type FileBuilds = Static<typeof FileBuilds>;
export const FileBuilds = Type.Object(
  {
    made: Type.Array(FileBuild),
    used: Type.Array(FileBuild),
    truncated: Type.Boolean({ description: 'More builds made or used the file.' }),
  },
  { title: 'FileBuilds' },
);
