import { type Static, Type } from '@sinclair/typebox';
import { created, millis, pageFacts, repositoryKey, status } from './bundleParts.ts';
import { oneOf, time } from './schemaKinds.ts';

/** Release bundle API for clients, under `/lifecycle/api/v2`. */

const name = Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]*$' });
const version = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]*$' });

/** Accept and ignore unknown fields of other client versions. */
const open = { additionalProperties: true } as const;

const sourceParts = {
  artifacts: Type.Optional(
    Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'Repository and path: `libs-local/org/app/1.0/app.jar`.' }),
          sha256: Type.Optional(
            Type.String({ description: 'Fails the creation if the content is another.' }),
          ),
        },
        open,
      ),
      { maxItems: 20_000 },
    ),
  ),
  builds: Type.Optional(
    Type.Array(
      Type.Object(
        {
          build_name: Type.String(),
          build_number: Type.String(),
          build_repository: Type.Optional(Type.String()),
          started: Type.Optional(time('Of several runs of this number, this one; the newest when absent.')),
          include_dependencies: Type.Optional(Type.Boolean()),
        },
        open,
      ),
      { maxItems: 100 },
    ),
  ),
  release_bundles: Type.Optional(
    Type.Array(
      Type.Object(
        {
          release_bundle_name: Type.String(),
          release_bundle_version: Type.String(),
          project: Type.Optional(Type.String()),
          project_key: Type.Optional(Type.String()),
          repository_key: Type.Optional(Type.String()),
        },
        open,
      ),
      { maxItems: 100 },
    ),
  ),
  packages: Type.Optional(
    Type.Array(
      Type.Object(
        {
          package_name: Type.String(),
          package_version: Type.String(),
          package_type: Type.String(),
          repository_key: Type.String(),
        },
        open,
      ),
      { maxItems: 1000 },
    ),
  ),
  aql: Type.Optional(Type.String({ description: 'A query for items: `items.find({…})`.' })),
};

export type BundleSource = Static<typeof BundleSource>;
export const BundleSource = Type.Object(
  {
    source_type: oneOf(['artifacts', 'builds', 'release_bundles', 'packages', 'aql']),
    ...sourceParts,
  },
  { ...open, title: 'BundleSource', description: 'The list that `source_type` names, or the AQL query.' },
);

/** POST `/release_bundle`: one source (`source_type`, `source`) or several (`sources`). */
export type NewBundle = Static<typeof NewBundle>;
export const NewBundle = Type.Object(
  {
    release_bundle_name: name,
    release_bundle_version: version,
    source_type: Type.Optional(BundleSource.properties.source_type),
    source: Type.Optional(Type.Object(sourceParts, open)),
    sources: Type.Optional(Type.Array(BundleSource, { minItems: 1, maxItems: 20 })),
    skip_docker_manifest_resolution: Type.Optional(Type.Boolean()),
  },
  { ...open, title: 'NewBundle' },
);

/** The response. */
export type BundleCreated = Static<typeof BundleCreated>;
export const BundleCreated = Type.Object(
  { repository_key: repositoryKey, release_bundle_name: name, release_bundle_version: version, created },
  { title: 'BundleCreated' },
);

/** GET `/release_bundle/names`. */
export type BundleNames = Static<typeof BundleNames>;
export const BundleNames = Type.Object(
  {
    release_bundles: Type.Array(
      Type.Object({
        repository_key: repositoryKey,
        release_bundle_name: Type.String(),
        project_key: Type.String(),
        project_name: Type.String(),
      }),
    ),
  },
  { title: 'BundleNames' },
);

/** GET `/release_bundle/groups`. */
export type BundleGroups = Static<typeof BundleGroups>;
export const BundleGroups = Type.Object(
  {
    release_bundles: Type.Array(
      Type.Object({
        repository_key: repositoryKey,
        project_key: Type.String(),
        project_name: Type.String(),
        service_id: Type.String(),
        created: time('When the latest version was created.'),
        release_bundle_name: Type.String(),
        release_bundle_version_latest: Type.String(),
        release_bundle_versions_count: Type.Integer(),
      }),
    ),
    ...pageFacts,
  },
  { title: 'BundleGroups' },
);

/** GET `/release_bundle/records/{name}`: newest first. */
export type BundleVersions = Static<typeof BundleVersions>;
export const BundleVersions = Type.Object(
  {
    release_bundles: Type.Array(
      Type.Object({
        status,
        repository_key: repositoryKey,
        release_bundle_name: Type.String(),
        release_bundle_version: Type.String(),
        service_id: Type.String(),
        created_by: Type.String(),
        created,
        created_millis: millis,
        release_status: oneOf(['PRE_RELEASE', 'RELEASED']),
      }),
    ),
    ...pageFacts,
  },
  { title: 'BundleVersions' },
);

export type BundleArtifact = Static<typeof BundleArtifact>;
export const BundleArtifact = Type.Object(
  {
    path: Type.String({ description: 'Below the repository.' }),
    checksum: Type.String({ description: 'sha256, hexadecimal.' }),
    source_repository_key: Type.String(),
    package_type: Type.String(),
    package_name: Type.Optional(Type.String()),
    package_version: Type.Optional(Type.String()),
    size: Type.Integer({ description: 'Bytes.' }),
    properties: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
  },
  { title: 'BundleArtifact' },
);

/** GET `/release_bundle/records/{name}/{version}`: verified when it is read. */
export type BundleRecord = Static<typeof BundleRecord>;
export const BundleRecord = Type.Object(
  {
    service_id: Type.String(),
    schema_version: Type.String(),
    created_by: Type.String(),
    created,
    created_millis: millis,
    release_bundle_name: Type.String(),
    release_bundle_version: Type.String(),
    signing_key_id: Type.String({ description: 'sha256 of the public key.' }),
    total_artifacts_count: Type.Integer(),
    total_artifacts_size: Type.Integer({ description: 'Bytes.' }),
    artifacts: Type.Array(BundleArtifact),
  },
  { title: 'BundleRecord' },
);

/**
 * GET `/release_bundle/statuses/{name}/{version}`, `/promotion/statuses/{name}/{version}/{created
 * millis}`.
 */
export type BundleStatus = Static<typeof BundleStatus>;
export const BundleStatus = Type.Object(
  {
    status,
    messages: Type.Array(Type.Object({ source: Type.String(), text: Type.String() })),
  },
  { title: 'BundleStatus' },
);

/** GET `/release_bundle/existence/{name}/{version}`. */
export type BundleExistence = Static<typeof BundleExistence>;
export const BundleExistence = Type.Object({ exists: Type.Boolean() }, { title: 'BundleExistence' });

/**
 * GET `/release_bundle/records/{name}/{version}/attestation`: a DSSE envelope around an in-toto
 * statement.
 */
export type DsseEnvelope = Static<typeof DsseEnvelope>;
export const DsseEnvelope = Type.Object(
  {
    payloadType: Type.String(),
    payload: Type.String({ description: 'Base64.' }),
    signatures: Type.Array(
      Type.Object({ keyid: Type.String(), sig: Type.String({ description: 'Base64.' }) }),
    ),
  },
  { title: 'DsseEnvelope' },
);

/** GET `/artifactory/api/security/keypair[/{name}]`. */
export type SigningKey = Static<typeof SigningKey>;
export const SigningKey = Type.Object(
  {
    pairName: Type.String(),
    pairType: oneOf(['ED25519', 'GPG'], { description: 'GPG: OpenPGP.' }),
    alias: Type.String({
      description:
        'sha256 of the public key in DER form, hexadecimal: the `keyid` of signatures; of an OpenPGP key, its fingerprint.',
    }),
    publicKey: Type.String({ description: 'PEM, or an armored OpenPGP key.' }),
  },
  { title: 'SigningKey' },
);

/**
 * GET `/distribution/api/ui/release_bundle/checksum/{sha256}?num_of_rows=`: bundle versions that
 * contain the content, newest first.
 */
export type BundlesOfChecksum = Static<typeof BundlesOfChecksum>;
export const BundlesOfChecksum = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        created,
        created_by: Type.String(),
        environments: Type.Array(Type.String()),
      }),
    ),
    total: Type.Integer({ description: 'Also of those beyond `num_of_rows`.' }),
  },
  { title: 'BundlesOfChecksum' },
);
