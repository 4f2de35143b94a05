import type { ServiceName } from '@lading/contract/rest';
import { serviceNames } from '@lading/contract/validation';

declare module 'fastify' {
  interface FastifyInstance {
    /** Names of services whose calls are served. The part that serves the calls adds the name. */
    services: Set<ServiceName>;
  }
}

export function isServiceName(text: string): text is ServiceName {
  return serviceNames.some((name) => name === text);
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly services: Set<ServiceName>;
  }
}

/** Returns the services of every platform. Others are added by the parts that serve their calls. */
export function createServices(): Set<ServiceName> {
  return new Set<ServiceName>(['artifactory', 'access', 'metadata', 'mc']);
}
