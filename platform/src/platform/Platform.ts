import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';

/**
 * All parts of one running platform. Each folder declares its part next to the class of that part,
 * so that this layer doesn't import the ones above; `createPlatform` creates all of them, and the
 * compiler reports a part that it leaves out. Several platforms can share one process.
 */
export interface Platform {
  readonly settings: Settings;
  /** The ID of this node, unique in the cluster. */
  readonly node: string;
  readonly log: FastifyBaseLogger;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
}
