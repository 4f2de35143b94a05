import type { ServiceName } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';

/** In the order in which they are shown. */
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

declare module 'fastify' {
  interface FastifyInstance {
    /** A room of the platform adds its service's name once its calls are answered. */
    services: Set<ServiceName>;
  }
}

export function isServiceName(text: string): text is ServiceName {
  return serviceNames.some((name) => name === text);
}

/** Before any room registers its routes. */
export function installServices(app: FastifyInstance): void {
  app.decorate('services', new Set<ServiceName>(['artifactory', 'access', 'metadata', 'mc']));
}
