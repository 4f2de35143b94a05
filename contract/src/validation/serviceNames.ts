import type { ServiceName } from '../requirement.ts';

/** All services, in display order. */
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
