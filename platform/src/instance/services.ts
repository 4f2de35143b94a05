import type { ServiceName } from '@lading/contract/rest';
import { serviceNames } from '@lading/contract/validation';
import type { FastifyInstance } from 'fastify';

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
