import type { FastifyInstance } from 'fastify';
import type { Storage } from '../../storage/storage.ts';
import { Metrics } from './Metrics.ts';
import { countRequests } from './requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** Before all routes, so that their requests are counted. */
export function installMetrics(app: FastifyInstance, storage: Storage): void {
  app.decorate('metrics', new Metrics(storage));
  countRequests(app);
}
