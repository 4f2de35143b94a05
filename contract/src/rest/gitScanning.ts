import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** Watched branches of repositories, under `/integration/{integrationKey}/watches`. */

/** POST: watches a branch. */
export type NewGitWatch = Static<typeof NewGitWatch>;
export const NewGitWatch = Type.Object(
  {
    repository_id: Type.String({ maxLength: 200, description: '`id` of the repository.' }),
    repository: Type.String({ maxLength: 500, description: '`name` of the repository.' }),
    branch: Type.String({ maxLength: 255 }),
    webhook: Type.Boolean({
      description: 'The Git server announces pushes. Without it, the branch is checked every hour.',
    }),
    commit_status: Type.Boolean({ description: 'Report the result as a status of the commit.' }),
  },
  { title: 'NewGitWatch' },
);

/** Numbers of findings by severity. */
export type GitFindingCounts = Static<typeof GitFindingCounts>;
export const GitFindingCounts = Type.Object(
  {
    ...{ critical: Type.Integer(), high: Type.Integer(), medium: Type.Integer(), low: Type.Integer() },
    ...{ info: Type.Integer(), unknown: Type.Integer() },
  },
  { title: 'GitFindingCounts' },
);

/** GET: a watched branch with the result of its last scan. */
export type GitWatch = Static<typeof GitWatch>;
export const GitWatch = Type.Object(
  {
    id: Type.String(),
    ...NewGitWatch.properties,
    head: Type.Optional(Type.String({ description: 'The commit that was scanned last.' })),
    scanned: Type.Optional(time('Of the last successful scan. Absent: not scanned yet.')),
    error: Type.Optional(Type.String({ description: 'Why the last check failed.' })),
    truncated: Type.Boolean({ description: 'Whether the Git server did not list all files.' }),
    dependencies: Type.Integer(),
    findings: GitFindingCounts,
    unmatched: Type.Array(Type.String(), {
      description:
        'Ecosystems of its dependencies without imported advisories: their vulnerabilities are unknown.',
    }),
  },
  { title: 'GitWatch' },
);

/** The answer of POST, and of POST `/{id}/hook`. */
export type CreatedGitWatch = Static<typeof CreatedGitWatch>;
export const CreatedGitWatch = Type.Object(
  {
    id: Type.String(),
    hook: Type.Optional(
      Type.Object({
        url: Type.String(),
        secret: Type.String({ description: 'Shown only once.' }),
      }),
    ),
  },
  { title: 'CreatedGitWatch' },
);

export type GitScannedFile = Static<typeof GitScannedFile>;
export const GitScannedFile = Type.Object(
  {
    path: Type.String(),
    kind: Type.String({ description: 'Such as `npm` or `sbom`.' }),
    dependencies: Type.Integer(),
    inexact: Type.Integer({ description: 'Entries without an exact version, which are not matched.' }),
    error: Type.Optional(Type.String()),
  },
  { title: 'GitScannedFile' },
);

export type GitFinding = Static<typeof GitFinding>;
export const GitFinding = Type.Object(
  {
    path: Type.String(),
    ecosystem: Type.String(),
    name: Type.String(),
    version: Type.String(),
    advisory: Type.String(),
    title: Type.String(),
    url: Type.String(),
    severity: oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown']),
    fixed: Type.Optional(Type.String({ description: 'The version that fixes it. Absent: none is known.' })),
    repositories: Type.Array(Type.String(), { description: 'Our repositories with this version.' }),
  },
  { title: 'GitFinding' },
);

/** GET `/{id}`. */
export type GitWatchDetails = Static<typeof GitWatchDetails>;
export const GitWatchDetails = Type.Object(
  {
    watch: GitWatch,
    files: Type.Array(GitScannedFile),
    findings: Type.Array(GitFinding, { description: 'Highest severity first, up to 5000.' }),
    held: Type.Array(
      Type.Object({
        ...{ ecosystem: Type.String(), name: Type.String(), version: Type.String() },
        licenses: Type.Array(Type.String()),
        repositories: Type.Array(Type.String()),
      }),
      { description: 'Dependencies that are in our repositories, up to 5000.' },
    ),
  },
  { title: 'GitWatchDetails' },
);
