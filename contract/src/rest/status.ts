import { type Static, Type } from '@sinclair/typebox';
import { serviceName } from './names.ts';
import { oneOf } from './schemaKinds.ts';

/**
 * The nodes and dependencies of the platform, under `/ui/api/v1/system/status`, for administrators.
 */

const serviceState = oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY', 'UNKNOWN'], {
  description:
    '`DEGRADED`: some requests fail, such as uploads on a full disk. `UNHEALTHY`: no request can be served. `UNKNOWN`: the node is offline.',
});

/** A service on a node. */
export type NodeStatus = Static<typeof NodeStatus>;
export const NodeStatus = Type.Object(
  {
    service_id: Type.String({ description: 'Service key and ID of the installation: `jfrt@…`.' }),
    node_id: Type.String(),
    status: oneOf(['Online', 'Offline']),
    state: serviceState,
    message: Type.String({ description: 'Reason of a state other than `HEALTHY`.' }),
    last_heartbeat: Type.Number({ description: 'Epoch milliseconds.' }),
    uptime: Type.Number({ description: 'Start of the node, in epoch milliseconds.' }),
    micro_services: Type.Array(serviceName),
    version: Type.String(),
  },
  { title: 'NodeStatus' },
);

/** GET `/ha`, or `/nodes` for licenses with high availability. */
export type NodeStatuses = Static<typeof NodeStatuses>;
export const NodeStatuses = Type.Object({ nodes: Type.Array(NodeStatus) }, { title: 'NodeStatuses' });

export type DependencyStatus = Static<typeof DependencyStatus>;
export const DependencyStatus = Type.Object(
  {
    kind: oneOf(['database', 'blobs', 'disk', 'mail', 'ldap', 'oauth', 'saml', 'crowd', 'upstream']),
    name: Type.String({
      description:
        'Of an upstream, its remote repository; of an OpenID Connect or SAML provider, its name; otherwise empty.',
    }),
    state: oneOf(['ok', 'degraded', 'failed', 'off', 'unknown'], {
      description:
        '`off`: not configured. `unknown`: no success since the start of the node, or not checked because the database failed.',
    }),
    since: Type.Optional(Type.Number({ description: 'Last success, in epoch milliseconds.' })),
    free_bytes: Type.Optional(Type.Number({ description: 'Of a disk.' })),
    response_millis: Type.Optional(Type.Number({ description: 'Duration of the last check.' })),
    last_error: Type.Optional(
      Type.Object({ message: Type.String(), time: Type.Number({ description: 'Epoch milliseconds.' }) }),
    ),
    unchecked: Type.Optional(
      Type.String({
        description:
          'Why this node could not check the sign-in page of a SAML provider. Only browsers need to reach it, so the state is that of the last sign-ins.',
      }),
    ),
  },
  { title: 'DependencyStatus' },
);

/** GET `/dependencies`: as the node that responds sees them. */
export type DependencyStatuses = Static<typeof DependencyStatuses>;
export const DependencyStatuses = Type.Object(
  { node_id: Type.String(), dependencies: Type.Array(DependencyStatus) },
  { title: 'DependencyStatuses' },
);

/** Time during which the state of a node or dependency did not change. */
export type StatusPeriod = Static<typeof StatusPeriod>;
export const StatusPeriod = Type.Object(
  {
    from: Type.Number({ description: 'Epoch milliseconds.' }),
    to: Type.Number({ description: 'Epoch milliseconds.' }),
    state: oneOf(['ok', 'degraded', 'failed', 'offline', 'stopped', 'off', 'unknown'], {
      description:
        '`offline`: no heartbeat. `stopped`: shut down gracefully. `off`: not configured. `unknown`: not recorded, such as before the first start.',
    }),
    message: Type.String({ description: 'Cause of the state, if known.' }),
    node_ids: Type.Array(Type.String(), { description: 'Nodes on which a dependency was not available.' }),
  },
  { title: 'StatusPeriod' },
);

/** History of a node or dependency, without gaps, oldest period first. */
export type StatusTimeline = Static<typeof StatusTimeline>;
export const StatusTimeline = Type.Object(
  {
    kind: oneOf(['node', 'database', 'blobs', 'disk', 'mail', 'ldap', 'oauth', 'saml', 'crowd', 'upstream']),
    name: Type.String({ description: 'Node ID, or the name of the dependency; otherwise empty.' }),
    periods: Type.Array(StatusPeriod),
  },
  { title: 'StatusTimeline' },
);

/** GET `/history`. */
export type StatusHistory = Static<typeof StatusHistory>;
export const StatusHistory = Type.Object(
  {
    from: Type.Number({ description: 'Epoch milliseconds.' }),
    to: Type.Number({ description: 'Epoch milliseconds.' }),
    timelines: Type.Array(StatusTimeline),
  },
  { title: 'StatusHistory' },
);

const perSample = (description: string) => Type.Array(Type.Number(), { description });
const ifKnown = (description: string) =>
  Type.Array(Type.Union([Type.Number(), Type.Null()]), { description });

/**
 * GET `/load`: figures of a node, during the last hour. All arrays but those of
 * queues have one value per interval, oldest first, and are empty after the start of the node.
 */
export type NodeLoad = Static<typeof NodeLoad>;
export const NodeLoad = Type.Object(
  {
    node_id: Type.String(),
    interval_seconds: Type.Number(),
    queue_interval_seconds: Type.Number({ description: 'Interval of the values of queues.' }),
    time: Type.Union([Type.Number(), Type.Null()], {
      description: 'Of the last values, in epoch milliseconds. Null if there are none.',
    }),
    requests: perSample('Requests per second.'),
    latency: ifKnown('95th percentile of the duration of requests, in milliseconds. Null without requests.'),
    lag: perSample('Longest delay of the event loop, in milliseconds.'),
    connections: perSample('Used connections to the database.'),
    waiting_queries: perSample('Queries that wait for a connection.'),
    queues: Type.Array(
      Type.Object({
        name: Type.String(),
        waiting: ifKnown('Entries that wait or are in progress. Null if the database was unavailable.'),
      }),
      { description: 'Of the installation, except for `jobs`.' },
    ),
  },
  { title: 'NodeLoad' },
);
