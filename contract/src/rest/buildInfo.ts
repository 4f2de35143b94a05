import { type Static, Type } from '@sinclair/typebox';
import { mapOf, oneOf } from './schemaKinds.ts';

/** Build-info of clients. Paths are under `/artifactory/api/build`. */

const optional = Type.Optional;
const text = optional(Type.String());

/** GET: the builds that the caller can read, by name. */
export type BuildList = Static<typeof BuildList>;
export const BuildList = Type.Object(
  {
    uri: Type.String(),
    builds: Type.Array(Type.Object({ uri: Type.String(), lastStarted: Type.String() })),
  },
  { title: 'BuildList' },
);

/** GET `/{name}`: the build's numbers, newest first. */
export type BuildNumbers = Static<typeof BuildNumbers>;
export const BuildNumbers = Type.Object(
  {
    uri: Type.String(),
    buildsNumbers: Type.Array(Type.Object({ uri: Type.String(), started: Type.String() })),
  },
  { title: 'BuildNumbers' },
);

/**
 * GET `/{name}/{number}[?started=]`: the newest run with the number. PUT accepts the inner object.
 */
export interface BuildAnswer {
  uri: string;
  buildInfo: BuildInfo;
}

/** Build-info from clients. Other fields are stored, too. */
export interface BuildInfo {
  name: string;
  number: string;
  /** `2026-01-31T12:00:00.000+0000`. */
  started: string;
  modules?: BuildModule[];
  [other: string]: unknown;
}

export interface BuildModule {
  id?: string;
  type?: string;
  artifacts?: BuildFile[];
  dependencies?: BuildFile[];
}

/** An artifact has a name and a path, a dependency an ID and scopes. */
export interface BuildFile {
  name?: string;
  id?: string;
  type?: string;
  scopes?: string[];
  sha1?: string;
  sha256?: string;
  md5?: string;
}

/**
 * POST `/promote/{name}/{number}[?started=]`, for existing clients: sets a status for the run, and
 * moves or copies its files to a repository, at the same paths. With `failFast`, the default,
 * nothing changes unless all files can be promoted: 409 `NOT_PROMOTABLE`.
 */
export type BuildPromotionRequest = Static<typeof BuildPromotionRequest>;
export const BuildPromotionRequest = Type.Object(
  {
    status: text,
    comment: text,
    ciUser: text,
    timestamp: optional(Type.String({ description: 'ISO 8601; now by default.' })),
    dryRun: optional(Type.Boolean()),
    targetRepo: optional(Type.String({ description: 'Target of the files; absent: they stay.' })),
    sourceRepo: optional(Type.String({ description: 'By default, any repository.' })),
    copy: optional(Type.Boolean({ description: 'The files also stay in their repository.' })),
    artifacts: optional(Type.Boolean({ description: 'Includes artifacts; true by default.' })),
    dependencies: optional(Type.Boolean({ description: 'Includes dependencies; false by default.' })),
    scopes: optional(Type.Array(Type.String(), { description: 'Scopes of dependencies; all by default.' })),
    properties: optional(mapOf(Type.Array(Type.String()), { description: 'Set on the files.' })),
    failFast: optional(Type.Boolean()),
  },
  { title: 'BuildPromotionRequest' },
);

/** Response that reports results in sentences. */
export type Messages = Static<typeof Messages>;
export const Messages = Type.Object(
  {
    messages: Type.Array(Type.Object({ level: oneOf(['INFO', 'WARNING', 'ERROR']), message: Type.String() })),
  },
  { title: 'Messages' },
);
export type BuildPromoted = Messages;

const DiffLine = Type.Object(
  {
    name: Type.String(),
    module: Type.String(),
    type: Type.String(),
    checksum: Type.String({ description: 'SHA-256, or SHA-1 if the build has no other.' }),
    previousChecksum: text,
    previousName: optional(Type.String({ description: 'Of a dependency with another version.' })),
  },
  { title: 'BuildDiffLine' },
);
export type BuildDiffLine = Static<typeof DiffLine>;

const PropertyDiff = Type.Object(
  { key: Type.String(), value: Type.String(), previousValue: text },
  { title: 'BuildPropertyDiff' },
);
export type BuildPropertyDiff = Static<typeof PropertyDiff>;

const FileDiff = Type.Object(
  {
    updated: Type.Array(DiffLine),
    unchanged: Type.Array(DiffLine),
    removed: Type.Array(DiffLine),
    new: Type.Array(DiffLine),
  },
  { title: 'BuildFileDiff' },
);
export type BuildFileDiff = Static<typeof FileDiff>;

/**
 * GET `/{name}/{number}?diff={older number}`, and GET
 * `/ui/api/v1/ui/builds/{name}/{number}/diff?to=` for the console.
 */
export type BuildDiff = Static<typeof BuildDiff>;
export const BuildDiff = Type.Object(
  {
    artifacts: FileDiff,
    dependencies: FileDiff,
    properties: Type.Object({
      updated: Type.Array(PropertyDiff),
      unchanged: Type.Array(PropertyDiff),
      removed: Type.Array(PropertyDiff),
      new: Type.Array(PropertyDiff),
    }),
  },
  { title: 'BuildDiff' },
);
