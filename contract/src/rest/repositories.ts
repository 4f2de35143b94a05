import { type Static, Type } from '@sinclair/typebox';

import { oneOf } from './schemaKinds.ts';

/**
 * A repository in the list of `GET /artifactory/api/repositories[?type=&packageType=&project=]`.
 */
export type RepositorySummary = Static<typeof RepositorySummary>;
export const RepositorySummary = Type.Object(
  {
    key: Type.String(),
    type: oneOf(['LOCAL', 'REMOTE', 'VIRTUAL']),
    url: Type.String({ description: "A remote's upstream; otherwise the repository's own address." }),
    packageType: Type.String({ description: '`npm`, `docker`, `generic`.' }),
    description: Type.String(),
    projectKey: Type.Optional(Type.String({ description: 'The project that it belongs to; absent: none.' })),
  },
  { title: 'RepositorySummary' },
);

/**
 * Body of `GET`, `PUT` and `POST /artifactory/api/repositories/{key}`. Fields of other repository
 * classes are rejected.
 */
export type RepositoryConfiguration = Static<typeof RepositoryConfiguration>;
export const RepositoryConfiguration = Type.Object(
  {
    key: Type.String(),
    rclass: oneOf(['local', 'remote', 'virtual']),
    packageType: Type.String(),
    description: Type.Optional(Type.String()),
    projectKey: Type.Optional(
      Type.String({
        description:
          "The project that it belongs to; empty or absent: none. Only administrators move a repository from one to another; a project's own make, change and delete repositories in it, without `hostUpstream`, `allowPrivateUpstream`, `proxy`, `disableProxy`, and members of other projects.",
      }),
    ),
    notes: Type.Optional(
      Type.String({ description: 'Notes for administrators; other users do not see them.' }),
    ),
    includesPattern: Type.Optional(
      Type.String({
        description:
          'Comma-separated patterns of paths, such as `org/example/**`. The repository serves and accepts only matching paths. Absent or empty: all.',
      }),
    ),
    excludesPattern: Type.Optional(
      Type.String({ description: 'Comma-separated patterns of paths. They take precedence.' }),
    ),
    blackedOut: Type.Optional(
      Type.Boolean({
        description:
          'The repository serves and accepts nothing. Virtual repositories skip it; names of its packages stay reserved.',
      }),
    ),
    readOnly: Type.Optional(
      Type.Boolean({ description: 'Local: content is neither uploaded, changed, nor deleted.' }),
    ),
    priorityResolution: Type.Optional(
      Type.Boolean({
        description:
          'Local and remote: virtual repositories query it before members without priority, and these only for what it does not have.',
      }),
    ),
    handleReleases: Type.Optional(
      Type.Boolean({ description: 'Maven, local and remote: false excludes releases.' }),
    ),
    handleSnapshots: Type.Optional(
      Type.Boolean({ description: 'Maven, local and remote: false excludes snapshots.' }),
    ),
    environments: Type.Optional(
      Type.Array(Type.String(), { description: 'Names of environments; see `/access/api/v1/environments`.' }),
    ),
    url: Type.Optional(
      Type.String({
        description:
          'Remote: where its packages come from, without user name or password in it. Another one empties its cache.',
      }),
    ),
    hostUpstream: Type.Optional(
      Type.Boolean({
        description:
          "Remote: the upstream is the registry that the host's own npm is configured with; `url` is then absent.",
      }),
    ),
    username: Type.Optional(
      Type.String({ description: 'Remote: the user that the upstream knows, with `password`.' }),
    ),
    password: Type.Optional(
      Type.String({
        description:
          'Remote: written, never read. Sealed where it is kept, and shown to the origin of `url` alone; where that becomes another, it is to be given again. Left out it stays, empty it goes.',
      }),
    ),
    token: Type.Optional(
      Type.String({
        description: "Remote: the same, in place of a user and a password; sent as the format's clients do.",
      }),
    ),
    hasPassword: Type.Optional(Type.Boolean({ description: 'Remote: there is one. Read, never written.' })),
    hasToken: Type.Optional(Type.Boolean()),
    clientCertificate: Type.Optional(
      Type.String({
        description:
          'Remote: a certificate, or a chain, in PEM form, with which the server authenticates to the origin of `url`. Empty: none.',
      }),
    ),
    clientKey: Type.Optional(
      Type.String({
        description:
          'Remote: the private key of `clientCertificate` in PEM form. Never returned. If omitted, it does not change; a changed certificate or origin requires it.',
      }),
    ),
    hasClientKey: Type.Optional(Type.Boolean({ description: 'Remote: a client key is stored. Read-only.' })),
    tokenService: Type.Optional(
      Type.String({
        description:
          'Remote, of images: an address that gives tokens for the upstream at another origin, which is shown its credentials too.',
      }),
    ),
    retrievalCachePeriodSecs: Type.Optional(
      Type.Number({
        description: "Remote: seconds that an upstream's metadata is taken as current; 900 when absent.",
      }),
    ),
    missedRetrievalCachePeriodSecs: Type.Optional(
      Type.Number({
        description: 'Remote: seconds that "there is no such package" is remembered; 60 when absent.',
      }),
    ),
    socketTimeoutMillis: Type.Optional(
      Type.Number({ description: 'Remote: milliseconds an upstream may stay silent; 15000 when absent.' }),
    ),
    offline: Type.Optional(
      Type.Boolean({ description: 'Remote: the upstream is not asked, what is cached is served.' }),
    ),
    assumedOfflinePeriodSecs: Type.Optional(
      Type.Number({
        description:
          'Remote: seconds without requests to the upstream after a failed connection; 0 or absent: none.',
      }),
    ),
    hardFail: Type.Optional(
      Type.Boolean({
        description:
          'Remote: a failure of the upstream fails requests to virtual repositories, instead of being skipped.',
      }),
    ),
    storeArtifactsLocally: Type.Optional(
      Type.Boolean({
        description:
          'Remote: false serves files without caching them. Indexes are cached in any case. Not with npm and Docker.',
      }),
    ),
    unusedArtifactsCleanupPeriodHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Remote: cached files that were not downloaded for this time are deleted once a day; 0 or absent: never.',
      }),
    ),
    unusedArtifactsCleanupEnabled: Type.Optional(
      Type.Boolean({
        description: 'Remote: false turns `unusedArtifactsCleanupPeriodHours` off. A new period turns it on.',
      }),
    ),
    blockMismatchingMimeTypes: Type.Optional(
      Type.Boolean({
        description: 'Remote: rejects an HTML page that the upstream sends instead of another file.',
      }),
    ),
    allowPrivateUpstream: Type.Optional(
      Type.Boolean({
        description:
          'Remote: the upstream may stand on a private network. Metadata and link-local addresses stay refused.',
      }),
    ),
    proxy: Type.Optional(
      Type.String({
        description:
          'Remote: key of the outgoing proxy. Empty or absent: the default proxy. Set by administrators of the platform.',
      }),
    ),
    disableProxy: Type.Optional(
      Type.Boolean({ description: 'Remote: connects directly, also if there is a default proxy.' }),
    ),
    repositories: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Virtual: its members, in the order in which they are asked.',
      }),
    ),
    defaultDeploymentRepo: Type.Optional(
      Type.String({
        description: 'Virtual: the local member that a publish goes to; empty or absent: none.',
      }),
    ),
    allowUpstreamFor: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Virtual: names (`*` stands for any characters) that upstreams may add to although a local member owns them.',
      }),
    ),
    denyUpstreamFor: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Virtual: names (`*` stands for any characters) that no upstream is ever asked for.',
      }),
    ),
    allowOverwrite: Type.Optional(
      Type.Boolean({
        description:
          'Local: who may delete a version may also publish it again with other content, where its format lets versions change at all.',
      }),
    ),
    immutableTags: Type.Optional(
      Type.Boolean({ description: 'Local, of images: a tag that is there is not moved to another image.' }),
    ),
    adminDeployOnly: Type.Optional(Type.Boolean({ description: 'Local: only administrators deploy.' })),
    storageQuotaBytes: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Local: uploads are rejected once all files have this size. 0 or absent: no limit.',
      }),
    ),
  },
  {
    title: 'RepositoryConfiguration',
    additionalProperties: true,
    description:
      'Fields of Artifactory without effect here, such as `repoLayoutRef` and `xrayIndex`, are stored and returned.',
  },
);

/** `GET /artifactory/api/repositories/configurations[?repoType=&packageType=]`. */
export type RepositoryConfigurations = Static<typeof RepositoryConfigurations>;
export const RepositoryConfigurations = Type.Object(
  {
    LOCAL: Type.Array(RepositoryConfiguration),
    REMOTE: Type.Array(RepositoryConfiguration),
    VIRTUAL: Type.Array(RepositoryConfiguration),
  },
  { title: 'RepositoryConfigurations' },
);

/**
 * `POST /artifactory/api/repositories/{key}/test` with a configuration, saved or not: the
 * upstream's response.
 */
export type UpstreamTest = Static<typeof UpstreamTest>;
export const UpstreamTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'It answered, and with a success.' }),
    url: Type.Optional(
      Type.String({ description: 'What was asked for, after redirects; absent where nothing answered.' }),
    ),
    status: Type.Optional(Type.Number()),
    message: Type.String({ description: 'What it answered, or why it did not, in a sentence.' }),
  },
  { title: 'UpstreamTest' },
);

export type DeployRepository = Static<typeof DeployRepository>;
export const DeployRepository = Type.Object(
  {
    repoKey: Type.String(),
    repoType: Type.String({ description: '`npm`, `docker`, `generic`.' }),
    type: oneOf(['LOCAL', 'VIRTUAL'], {
      description:
        'The class of the repository: a virtual one takes what goes to its default deployment repository.',
    }),
  },
  { title: 'DeployRepository' },
);

/** `GET /ui/api/v1/ui/repodata?deploy=true`: the repositories that the caller can deploy to. */
export type DeployRepositories = Static<typeof DeployRepositories>;
export const DeployRepositories = Type.Object(
  { repoTypesList: Type.Array(DeployRepository), fileUploadMaxSizeMb: Type.Number() },
  { title: 'DeployRepositories' },
);
