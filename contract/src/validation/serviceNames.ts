import type { ServiceName } from '../requirement.ts';

/** All services, in the order in which they are shown. */
export const serviceNames = [
  'mc',
  'insight',
  'artifactory',
  'access',
  'metadata',
  'distribution',
  'pipelines',
  'event',
  'replicator',
  'tracker',
  'jfconnect',
  'jflink',
  'xray',
  'runtime',
] as const satisfies readonly ServiceName[];
