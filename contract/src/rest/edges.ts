import { type Static, Type } from '@sinclair/typebox';
import { created } from './bundleParts.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

/** Edges: servers that release bundles are distributed to. */

const serverName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'By which the other server shows it.',
});
const url = Type.String({ maxLength: 500, description: 'Base URL, such as `https://edge.example.org`.' });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const text = Type.String({ maxLength: 200 });
const optionalTime = nullable(Type.String());

/** POST `/distribution/api/v2/edges/codes`: at the edge. */
export type NewPairingCode = Static<typeof NewPairingCode>;
export const NewPairingCode = Type.Object({ name: serverName }, { title: 'NewPairingCode' });

export type PairingCode = Static<typeof PairingCode>;
export const PairingCode = Type.Object(
  {
    code: Type.String({ description: 'Valid once. It cannot be shown again.' }),
    expires: time('When it expires.'),
  },
  { title: 'PairingCode' },
);

/** POST `/distribution/api/v2/edges`: at the source. */
export type NewEdge = Static<typeof NewEdge>;
export const NewEdge = Type.Object(
  { url, code: Type.String({ minLength: 1, maxLength: 200 }), name: serverName },
  { title: 'NewEdge' },
);

/** A server that this one distributes to, or receives from. */
export type PairedServer = Static<typeof PairedServer>;
export const PairedServer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.String(),
    paired: time('When they were paired.'),
    pairedBy: Type.String(),
    lastSeen: optionalTime,
    error: Type.String({ description: 'Of the last request; empty if it succeeded.' }),
    bundles: Type.Integer({ description: 'Bundle versions that are there, or were received from it.' }),
  },
  { title: 'PairedServer' },
);

const place = {
  group: Type.String({ maxLength: 64, description: 'Group of edges, such as a region; empty: none.' }),
  city: Type.String({ maxLength: 100, description: 'Empty: unknown.' }),
  country: Type.String({ pattern: '^([A-Z]{2})?$', description: 'ISO 3166-1, such as DE; empty: unknown.' }),
};

/** PUT `/distribution/api/v2/edges/{id}`: where an edge is. Distribution rules select by it. */
export type EdgePlace = Static<typeof EdgePlace>;
export const EdgePlace = Type.Object(place, { title: 'EdgePlace', additionalProperties: false });

/** A server that this one distributes to. */
export type PairedEdge = Static<typeof PairedEdge>;
export const PairedEdge = Type.Object({ ...PairedServer.properties, ...place }, { title: 'PairedEdge' });

/** GET `/distribution/api/v2/edges`. */
export type PairedServers = Static<typeof PairedServers>;
export const PairedServers = Type.Object(
  { edges: Type.Array(PairedEdge), sources: Type.Array(PairedServer) },
  { title: 'PairedServers' },
);

/** POST `/distribution/api/v2/receiver/pair`: a source exchanges a code for a credential. */
export type Pairing = Static<typeof Pairing>;
export const Pairing = Type.Object(
  {
    code: text,
    name: serverName,
    url: Type.String({ maxLength: 500 }),
    publicKey: Type.String({ maxLength: 1000 }),
  },
  { title: 'Pairing' },
);

export type Paired = Static<typeof Paired>;
export const Paired = Type.Object(
  { name: Type.String(), credential: Type.String({ description: 'Sent in the header `X-Lading-Source`.' }) },
  { title: 'Paired' },
);

/**
 * POST `/distribution/api/v2/receiver/pairing/credential`: a new credential of the source. The one
 * of the request is valid until the next renewal.
 */
export type EdgeCredential = Static<typeof EdgeCredential>;
export const EdgeCredential = Type.Object({ credential: Type.String() }, { title: 'EdgeCredential' });

/** GET `/distribution/api/v2/receiver/pairing`: the edge, for its source. */
export type EdgeState = Static<typeof EdgeState>;
export const EdgeState = Type.Object({ version: Type.String() }, { title: 'EdgeState' });

/** PUT `/distribution/api/v2/receiver/bundles/{name}/{version}`. */
export type Consignment = Static<typeof Consignment>;
export const Consignment = Type.Object(
  {
    envelope: Type.String({ description: 'The DSSE envelope of the bundle version, as JSON text.' }),
    createRepositories: Type.Boolean({ description: 'Create local repositories that do not exist.' }),
  },
  { title: 'Consignment' },
);

/** What an edge has of a bundle version. */
export type Reception = Static<typeof Reception>;
export const Reception = Type.Object(
  {
    state: oneOf(['receiving', 'complete']),
    missing: Type.Array(
      Type.Object({
        sha256,
        size: Type.Integer(),
        offset: Type.Integer({ description: 'Bytes that the edge has already.' }),
      }),
      { description: 'Content that the edge does not have.' },
    ),
  },
  { title: 'Reception' },
);

const distributionState = oneOf(['waiting', 'running', 'completed', 'failed', 'aborted']);

/** A distribution of a bundle version to an edge, or its removal from there. */
export type Distribution = Static<typeof Distribution>;
export const Distribution = Type.Object(
  {
    id: Type.String(),
    edgeId: Type.String(),
    edge: Type.String({ description: 'Name of the edge.' }),
    kind: oneOf(['distribute', 'remove']),
    state: distributionState,
    attempts: Type.Integer(),
    blobs: Type.Integer({ description: 'Files that the edge lacked.' }),
    blobsSent: Type.Integer(),
    bytes: Type.Integer(),
    bytesSent: Type.Integer(),
    message: Type.String({ description: 'Why the last attempt failed; empty otherwise.' }),
    nextAttempt: optionalTime,
    created,
    createdBy: Type.String(),
    finished: optionalTime,
  },
  { title: 'Distribution' },
);

/** GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/distributions`: latest first. */
export type Distributions = Static<typeof Distributions>;
export const Distributions = Type.Object(
  {
    distributions: Type.Array(Distribution),
    edges: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        present: Type.Boolean({ description: 'The version is there.' }),
        ...place,
      }),
      { description: 'Empty for users without permission to distribute it.' },
    ),
    mayDistribute: Type.Boolean(),
  },
  { title: 'Distributions' },
);

/** POST `/ui/api/v1/ui/releaseBundles/{name}/{version}/distributions`. */
export type NewDistribution = Static<typeof NewDistribution>;
export const NewDistribution = Type.Object(
  {
    edges: Type.Array(Type.String(), { minItems: 1, maxItems: 200, description: 'IDs.' }),
    kind: oneOf(['distribute', 'remove']),
    createRepositories: Type.Boolean(),
  },
  { title: 'NewDistribution' },
);

/** A bundle version that another server distributed to this one. */
export type ReceivedBundle = Static<typeof ReceivedBundle>;
export const ReceivedBundle = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    source: Type.String({ description: 'Name of the server that sent it.' }),
    state: oneOf(['receiving', 'complete']),
    artifacts: Type.Integer(),
    bytes: Type.Integer(),
    signed: time('When it was created and signed at its source.'),
    signedBy: Type.String(),
    keyId: Type.String(),
    received: optionalTime,
    repositories: Type.Array(Type.String()),
  },
  { title: 'ReceivedBundle' },
);

/** GET `/ui/api/v1/ui/releaseBundles/received`: latest first. */
export type ReceivedBundles = Static<typeof ReceivedBundles>;
export const ReceivedBundles = Type.Object(
  { bundles: Type.Array(ReceivedBundle), total: Type.Integer() },
  { title: 'ReceivedBundles' },
);

const rule = Type.Object(
  {
    site_name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Name of an edge, with `*` and `?`.' }),
    ),
    city_name: Type.Optional(Type.String({ maxLength: 200, description: 'City, with `*` and `?`.' })),
    country_codes: Type.Optional(
      Type.Array(Type.String({ maxLength: 10, description: 'Such as `DE`; `*`: any.' }), { maxItems: 300 }),
    ),
  },
  { additionalProperties: true },
);

/** POST `/lifecycle/api/v2/distribution/distribute/{name}/{version}`, and `remote_delete`. */
export type DistributionOrder = Static<typeof DistributionOrder>;
export const DistributionOrder = Type.Object(
  {
    auto_create_missing_repositories: Type.Optional(Type.Boolean()),
    dry_run: Type.Optional(Type.Boolean()),
    distribution_rules: Type.Optional(Type.Array(rule, { maxItems: 100, description: 'Absent: all edges.' })),
  },
  { additionalProperties: true, title: 'DistributionOrder' },
);

export type DistributionOrdered = Static<typeof DistributionOrdered>;
export const DistributionOrdered = Type.Object(
  {
    id: Type.Integer({ description: 'Of the tracker; 0 for a dry run.' }),
    sites: Type.Array(Type.Object({ name: Type.String(), service_id: Type.String() })),
  },
  { title: 'DistributionOrdered' },
);

/** GET `/lifecycle/api/v2/distribution/trackers/{name}/{version}`: latest first. */
export type DistributionTracker = Static<typeof DistributionTracker>;
export const DistributionTracker = Type.Object(
  {
    distribution_tracker_friendly_id: Type.Integer(),
    type: oneOf(['distribute', 'delete_release_bundle_version']),
    release_bundle_name: Type.String(),
    release_bundle_version: Type.String(),
    status: oneOf(['IN_PROGRESS', 'COMPLETED', 'FAILED', 'ABORTED']),
    distributed_by: Type.String(),
    created,
    targets: Type.Array(Type.String()),
    message: Type.String(),
  },
  { title: 'DistributionTracker' },
);
